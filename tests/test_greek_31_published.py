"""Every open value of the banker game, by an independent program: to 1e-10 and, where a fraction is given, exactly.

The tests that are not marked slow take a few seconds: the default banker, stands at 26, with every first card.
"""

from fractions import Fraction
from typing import cast

import pytest

from casino31.games.greek_31.api import outcomes
from casino31.games.greek_31.engine.answer import WINS, answer
from casino31.games.greek_31.rules import Aces, Banker, Conceal, Rules
from casino31.outcomes import net

INFINITE = {
    "highest": (
        "596433658449798898159714885853/1192533292512492016559195008117",
        "396314654904028530150438404867/1192533292512492016559195008117",
        "226666593692110362908350405193/1192533292512492016559195008117",
        "4387525737643533946080625379508125/34059943367449284484947168626829637",
        "2587140609583926369567428733131565/34059943367449284484947168626829637",
        "25443393708016442057745090860122139/442779263776840698304313192148785281",
        "17076057992966699823104606183664659/442779263776840698304313192148785281",
        "232738649408086117394393992204092493/5756130429098929077956071497934208653",
        "419754032694605909967358225532513703/5756130429098929077956071497934208653",
        "10749591590308192294787797352582992461/74829695578286078013428929473144712489",
        "3317542908991262244014813358611567426127/12646218552730347184269489080961456410641",
    ),
    "last": (
        "509274128105889460375601932903/1192533292512492016559195008117",
        "298471029936021035583945382867/1192533292512492016559195008117",
        "137230036154401330038365211077/1192533292512492016559195008117",
        "75395026688461497297140184559/1192533292512492016559195008117",
        "28657714031487353168355295999/1192533292512492016559195008117",
        "21024842931577417019563302965/1192533292512492016559195008117",
        "12756708592253361572219132987/1192533292512492016559195008117",
        "62648400987790236644612364922463/2619995643649944960380551432833049",
        "2230649983357132469958131004030899/34059943367449284484947168626829637",
        "10606829686988923145485265221357454953/74829695578286078013428929473144712489",
        "3317542908991262244014813358611567426127/12646218552730347184269489080961456410641",
    ),
}
ONE_DECK = "11038156606303418923/902909002146344943750"
FIRST_CARDS = {
    None: (
        "16502649325128725203766688533/91733330193268616658399616009",
        "1181235650591940458087447969/91733330193268616658399616009",
        "-462104188933396250381025363/91733330193268616658399616009",
        "1103710522058137160926186677/7056410014866816666030739693",
        "-222570254712613762285063769/7056410014866816666030739693",
        "-25241238301246254319440383/542800770374370512771595361",
        "-30446739120661095187483655/542800770374370512771595361",
        "-2012352035906010472072351/41753905413413116367045797",
        "-1222383389514921958251899/41753905413413116367045797",
        "5235165469752622409089/3211838877954855105157369",
    ),
    1: (
        "1638641246109889009/8369785838728518750",
        "-14941738979833219/20565759489447217500",
        "-4679308093242248671/1319636233906196456250",
        "188782257645941641403/1131116771919596962500",
        "-2373235001092605367/64372499214936412500",
        "-341297045103993647689/7917817403437178737500",
        "-25801816811846262233/395890870171858936875",
        "-4231374938442256987/104181807939962878125",
        "-2800467906650546971/113111677191959696250",
        "124866263008845311/45244670876783878500",
    ),
}


@pytest.mark.parametrize("conceal", ["highest", "last"])
def test_the_default_banker_with_infinitely_many_decks(conceal: Conceal) -> None:
    law = outcomes(Rules(decks=None, banker=Banker(26, conceal)))
    assert law.bound == 0
    assert law.expect(net) == Fraction(INFINITE[conceal][26 - 20])


def test_every_first_card_of_infinitely_many_decks() -> None:
    one = answer(Rules(decks=None), classes=False)
    assert [first.expectation for first in one.first_cards] == [Fraction(row) for row in FIRST_CARDS[None]]


def test_every_first_card_of_one_deck_within_the_bound() -> None:
    one = answer(Rules(), classes=False)
    for first, published in zip(one.first_cards, FIRST_CARDS[1], strict=True):
        assert abs(Fraction(first.expectation) - Fraction(published)) <= Fraction(one.error_bound)
    assert abs(Fraction(one.expectation) - Fraction(ONE_DECK)) <= Fraction(one.error_bound) < Fraction(1, 10**12)


@pytest.mark.slow
@pytest.mark.parametrize("conceal", ["highest", "last"])
def test_infinitely_many_decks_for_every_total_to_stand_at(conceal: Conceal) -> None:
    for stand, published in enumerate(INFINITE[conceal], start=20):
        rules = Rules(decks=None, banker=Banker(stand, conceal))
        assert answer(rules, classes=False).expectation == Fraction(published)


@pytest.mark.slow
def test_every_first_card_of_one_deck() -> None:
    exact = answer(Rules(), classes=False, exact=True)
    assert [first.expectation for first in exact.first_cards] == [Fraction(row) for row in FIRST_CARDS[1]]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("decks", "aces", "conceal", "published"),
    [
        (1, "kouridakis", "last", ONE_DECK),
        (2, "kouridakis", "last", "2173354869464295728492208607115707/192094320439249112026989562006541250"),
        (1, "heath", "highest", "852618957421554669847/20586325248936664717500"),
    ],
)
def test_finitely_many_decks(decks: int, aces: Aces, conceal: Conceal, published: str) -> None:
    rules = Rules(decks=decks, aces=aces, banker=Banker(26, conceal))
    exact, fast = answer(rules, classes=False, exact=True), answer(rules)
    assert exact.expectation == Fraction(published)
    assert abs(float(fast.expectation - exact.expectation)) <= fast.error_bound < 2e-13


@pytest.mark.slow
def test_heath_first_cards() -> None:
    rules = Rules(aces="heath", banker=Banker(26, "highest"))
    exact = [first.expectation for first in answer(rules, classes=False, exact=True).first_cards]
    assert exact[0] == Fraction("37843124356737377492/179950395532663153125")
    assert exact[9] == Fraction("222409227901149083/6653628070115276250")


@pytest.mark.slow
@pytest.mark.parametrize("decks", [1, None])
def test_at_30_it_is_the_same_whatever_is_concealed(decks: int | None) -> None:
    values = {_overall(Rules(decks=decks, banker=Banker(30, conceal))) for conceal in ("last", "highest", "lowest")}
    assert values == {_overall(Rules(decks=decks, banker=Banker(30, "random")))}


def _overall(rules: Rules) -> Fraction:
    return cast(Fraction, answer(rules, classes=False, exact=True).expectation)


@pytest.mark.slow
@pytest.mark.parametrize("decks", [1, 2, None])
def test_events_add_up_and_hold_the_expectation(decks: int | None) -> None:
    fast = answer(Rules(decks=decks))
    for first in fast.first_cards:
        assert abs(float(sum(first.events.values())) - 1) <= 1e-12
        won = sum(float(first.events[name]) for name in WINS)
        assert abs(2 * won - 1 - float(first.expectation)) <= 1e-12
        assert first.variance == 1 - first.expectation**2


@pytest.mark.slow
def test_exact_events_of_one_deck_confirm_the_floats() -> None:
    fast, exact = answer(Rules()), answer(Rules(), exact=True)
    for one, other in zip(fast.first_cards, exact.first_cards, strict=True):
        assert sum(other.events.values(), Fraction()) == 1
        for name, value in other.events.items():
            assert abs(float(one.events[name] - value)) <= fast.error_bound
