"""Reports of differences for people and programs: text, Markdown, HTML, JSON, and `.wtr` examples."""
