"""What MkDocs calls while it builds the site: adds the pages that are made, and the links between ids."""

import pathlib
import posixpath
import sys

from mkdocs.structure.files import File

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import fix_pages  # noqa: E402
import home  # noqa: E402
import markup  # noqa: E402
import program  # noqa: E402
import project_pages  # noqa: E402
import rule_pages  # noqa: E402

_SOURCES = {"@rules": rule_pages, "@fixes": fix_pages, "@projects": project_pages}
_made = {}


def on_config(config):
    stands_for = {}
    for name, source in _SOURCES.items():
        pages, stands_for[name] = source.pages()
        _made.update(pages)
    config.nav = _expanded(config.nav, stands_for)
    config.extra["home"] = home.values()
    return config


def _expanded(nav, stands_for):
    expanded = []
    for item in nav:
        if isinstance(item, dict):
            expanded.append({title: _expanded(to, stands_for) if isinstance(to, list) else to for title, to in item.items()})
        else:
            expanded += stands_for.get(item, [item])
    return expanded


def on_files(files, config):
    for name, text in _made.items():
        if files.get_file_from_path(name):
            raise program.ProgramError(f"docs/{name} is a page that the site makes itself")
        files.append(File.generated(config, name, content=text))
    for path in sorted((HERE / "assets").iterdir()):
        files.append(File.generated(config, f"assets/{path.name}", abs_src_path=str(path)))
    return files


def on_page_markdown(markdown, page, config, files):
    """Ids in the text lead to their pages, and lists in the repository to those of the site."""
    own = page.file.src_uri
    markdown = markdown.replace("](../fixes/README.md)", "](fixes.md)")
    folder = posixpath.dirname(own)

    def link(code):
        name = f"rules/{code}.md" if code.startswith("GM") else f"graph-breaks/{code}.md"
        if name == own or not files.get_file_from_path(name):
            return None
        return f"[{code}]({posixpath.relpath(name, folder or '.')})"

    return markup.link_ids(markdown, link)


def on_page_content(html, page, config, files):
    """A cell that is empty heads nothing."""
    return html.replace("<th></th>", "<td></td>")


_SEARCH = '<div class="md-search" data-md-component="search" role="dialog">'


def on_post_page(output, page, config):
    """The dialog of the search has no name in Material."""
    if _SEARCH not in output:
        raise program.ProgramError("Material's search is written in another way: see hook.py")
    return output.replace(_SEARCH, _SEARCH[:-1] + ' aria-label="Search">')
