"""What is on the page, and the forms the page takes."""
