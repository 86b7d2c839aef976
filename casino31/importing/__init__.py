"""Layouts from what people have: a spreadsheet, pasted text, an edited par sheet, or nothing yet."""
