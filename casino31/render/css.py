"""How the web page looks: by day and night, on paper, on a narrow screen."""

STYLE = """
:root{color-scheme:light dark;--ink:#1b2433;--soft:#5b6472;--ground:#fff;--band:#eef1f6;--line:#c6cedb;
--navy:#1f3864;--amber:#8a4b00;--bad:#9c0006;--badground:#ffe1e4;--bar:#2f5597}
@media(prefers-color-scheme:dark){:root{--ink:#e4e8ef;--soft:#a3adbd;--ground:#14181f;--band:#222936;
--line:#3a4456;--navy:#a9c4f5;--amber:#f0b35a;--bad:#ff9aa2;--badground:#4a1c22;--bar:#7ea6e6}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:76rem;padding:1.5rem;color:var(--ink);background:var(--ground);
font:15px/1.45 Arial,"Liberation Sans",Helvetica,sans-serif}
h1,h2,h3{color:var(--navy);line-height:1.2;margin:1.6em 0 .5em}h1{margin-top:0}
h2{border-bottom:2px solid var(--navy);padding-bottom:.2em}h3{font-size:1.05rem}
nav ul{display:flex;flex-wrap:wrap;gap:.3em 1.2em;list-style:none;padding:0}a{color:var(--navy)}
.wide{overflow-x:auto}
table{border-collapse:collapse;margin:.4em 0 1em;font-variant-numeric:tabular-nums}
caption,figcaption{text-align:left;font-weight:bold;color:var(--navy);padding:.5em 0}
th,td{padding:.18em .6em;border-bottom:1px solid var(--line);vertical-align:top;text-align:right;white-space:nowrap}
thead th{background:var(--band);white-space:normal;vertical-align:middle}
th.left,td.left{text-align:left;white-space:normal}th.centre,td.centre{text-align:center}
tbody th{font-weight:normal}tr.total>*{font-weight:bold;border-top:2px solid var(--navy)}
tr.part>*{font-weight:bold;padding-top:.8em}
tr.exact>*,.exact,.note,.status{color:var(--soft);font-size:.87em;overflow-wrap:anywhere}
tr.exact td,td.exact{white-space:normal;max-width:34rem;min-width:7rem}
.assumed{color:var(--amber);font-style:italic}.strong{font-weight:bold}
.loud{color:var(--bad);background:var(--badground)}
td.heat{color:#1b2433}
dl.headline{display:grid;grid-template-columns:repeat(auto-fit,minmax(11rem,1fr));gap:.8rem;margin:1em 0}
dl.headline div{background:var(--band);padding:.7rem;text-align:center}
dl.headline dt{color:var(--soft);font-size:.87em}
dl.headline dd{margin:0;font-size:1.4rem;font-weight:bold;color:var(--navy)}
dl.headline dd.loud{color:var(--bad);background:none}
ul.plain{list-style:none;padding-left:0}li{margin:.15em 0}
pre{white-space:pre-wrap;background:var(--band);padding:.8rem;overflow-wrap:anywhere}
svg{max-width:100%;height:auto}svg text{fill:var(--ink);font-size:12px}svg rect{fill:var(--bar)}
svg line{stroke:var(--line)}
footer{color:var(--soft);margin-top:2em;font-size:.87em;overflow-wrap:anywhere}
@page{margin:15mm}
@media print{:root{color-scheme:light;--ink:#000;--soft:#444;--ground:#fff;--band:#eee;--line:#bbb;
--navy:#1f3864;--amber:#8a4b00;--bad:#9c0006;--badground:#fff;--bar:#2f5597}
body{max-width:none;padding:0;font-size:9pt}nav{display:none}
.wide{overflow:visible}th,td{padding:.1em .4em}thead{display:table-header-group}
tr,svg,dl.headline,.group{break-inside:avoid}h2,h3,caption{break-after:avoid}
section{break-before:page}section:first-of-type{break-before:auto}}
"""
