#!/usr/bin/env python3
"""Each feature that peers have has a test: features_test.py

The rows are those that people compare linters by; each names a test in this folder, which must exist
under that name.
"""
import ast
import pathlib
import sys

FOLDER = pathlib.Path(__file__).resolve().parent

FEATURES = {
    # Settings and selection
    "select and ignore, by code, prefix or name": "config_test SelectTest.test_pyproject",
    "extend-select": "config_test SelectTest.test_extend_select_and_command_line",
    "severity per rule": "config_test SeverityTest.test_severity_per_rule",
    "least severity": "config_test SeverityTest.test_min_severity",
    "findings that do not fail": "config_test SeverityTest.test_fail_on",
    "silence that says what it does not cover": "incomplete_test IncompleteTest.test_every_report_says_so",
    "failing where something was not followed": "incomplete_test IncompleteTest.test_fail_on_incomplete",
    "what is assumed apart from what is compiled": "entries_test EntriesTest.test_what_is_assumed_is_one_line",
    "entries by how far they were followed": "entries_test EntriesTest.test_listed_by_how_far_they_were_followed",
    "per-file ignores": "config_test SelectTest.test_per_file_ignores",
    "--config FILE and KEY=VALUE": "config_test SelectTest.test_config_option",
    "pyproject.toml and a file of its own": "config_test SelectTest.test_own_file_wins_in_one_directory",
    "nearest settings win": "config_test SelectTest.test_hierarchical_nearest_wins",
    "settings shown with their origin": "config_test ConfigCommandTest.test_says_what_is_in_force_and_from_where",
    "mistakes in settings, with place and suggestion": "config_test ErrorsTest.test_places_and_suggestions",
    "JSON schema of settings": "config_test ConfigCommandTest.test_schema",
    ".gitignore": "config_test FilesTest.test_gitignore",
    "exclude": "config_test FilesTest.test_exclude",
    "force-exclude": "config_test FilesTest.test_force_exclude",
    "source roots": "config_test AnalysisTest.test_src_roots",
    "release of torch": "config_test AnalysisTest.test_target_torch",
    "flags of Dynamo": "config_test AnalysisTest.test_dynamo_flags",
    "entry points": "config_test AnalysisTest.test_entry_points",
    "stubs of one's own": "config_test AnalysisTest.test_own_stubs",
    "stubs of one's own, name by name": "config_test AnalysisTest.test_stubs_merge_name_by_name",
    "mistakes in stubs, with place and suggestion": "config_test AnalysisTest.test_mistakes_in_stubs",
    "a new stub": "stubs_test CommandTest.test_new",
    "checking stubs": "stubs_test CommandTest.test_check",
    "measuring what stubs say": "stubs_test RecordTest.test_rows_that_hold",
    "stubs that a library brings": "stubs_test LibraryStubsTest.test_file_in_the_package",
    "syntax errors, in whatever file": "syntax_error_test SyntaxErrorTest.test_nothing_is_compiled",
    "cache": "cache_test CacheTest.test_kept_and_found",
    # Suppression and baseline
    "inline suppression with codes": "suppression_test SuppressionTest.test_inline_suppress_with_codes",
    "suppression of files": "suppression_test SuppressionTest.test_file_level",
    "suppression of blocks": "suppression_test SuppressionTest.test_block_level",
    "noqa": "suppression_test SuppressionTest.test_noqa",
    "unused suppressions": "suppression_test SuppressionTest.test_unused",
    "unknown suppressions": "suppression_test SuppressionTest.test_unknown",
    "writing suppressions": "suppression_test AddIgnoreTest.test_add_ignore",
    "baseline": "baseline_test BaselineTest.test_known_findings_are_not_reported",
    "baseline through a history of commits": "baseline_test HistoryTest.test_history",
    "stale entries of the baseline": "baseline_test BaselineTest.test_stale_entries",
    "changed lines": "baseline_test ChangesTest.test_changed",
    "lines since a revision": "baseline_test ChangesTest.test_since",
    "staged lines": "baseline_test ChangesTest.test_staged",
    # Fixes
    "--fix": "fix_test FixTest.test_fix",
    "--unsafe-fixes": "fix_test FixTest.test_unsafe_fixes",
    "--diff": "fix_test FixTest.test_diff",
    "--fix-only": "fix_test FixTest.test_fix_only",
    "--show-fixes": "fix_test FixTest.test_show_fixes",
    "--fix-lines": "fix_test FixTest.test_fix_lines",
    "--exit-non-zero-on-fix": "fix_test FixTest.test_exit_status_on_fix",
    "--outline": "fix_test OutlineTest.test_outline",
    "how fixes keep messages": "fix_test SideEffectsTest.test_side_effects",
    # Reports
    "format full, frame and help": "shell_test TerminalTest.test_frame_and_help",
    "format concise": "formats_test FormatsTest.test_concise",
    "format grouped": "formats_test FormatsTest.test_grouped",
    "format json-lines": "formats_test FormatsTest.test_json_lines",
    "format github": "formats_test FormatsTest.test_github",
    "format gitlab": "formats_test FormatsTest.test_gitlab",
    "format junit": "formats_test FormatsTest.test_junit",
    "format pylint": "formats_test FormatsTest.test_pylint",
    "format rdjson": "formats_test FormatsTest.test_rdjson",
    "format azure": "formats_test FormatsTest.test_azure",
    "format sarif": "formats_test FormatsTest.test_sarif",
    "SARIF under Microsoft's tool": "sarif_test MultitoolTest.test_findings_and_none",
    "SARIF within GitHub's limits": "formats_test FormatsTest.test_more_findings_than_github_takes",
    "format markdown": "formats_test FormatsTest.test_markdown",
    "several reports at once": "formats_test SeveralReportsTest.test_many_outputs_at_once",
    "statistics": "formats_test FormatsTest.test_statistics",
    "colour": "shell_test TerminalTest.test_colour",
    "hyperlinks": "shell_test TerminalTest.test_hyperlinks",
    "progress": "shell_test TerminalTest.test_progress",
    "exit status, --exit-zero": "shell_test TerminalTest.test_exit_codes",
    # Command line
    "watch": "config_test WholeProjectTest.test_watch",
    "standard input with a name": "config_test WholeProjectTest.test_stdin",
    "explaining a rule": "shell_test TerminalTest.test_explain",
    "kinds of fixes, listed and explained": "shell_test TerminalTest.test_fixes",
    "shell completion": "shell_test CompletionTest.test_every_option_is_in_every_script",
    "manual page": "shell_test ManualTest.test_manual",
    "@argfile": "shell_test ArgumentFileTest.test_argfile",
    "notebooks": "notebook_test NotebookTest.test_notebooks",
    "fixes in notebooks": "notebook_test NotebookFixTest.test_fix",
    # Editors
    "language server": "server_test ServerTest.test_diagnostics_as_you_type",
    "pulled diagnostics": "server_test ServerTest.test_pull_diagnostics",
    "hover": "server_test ServerTest.test_hover",
    "hover on expressions": "server_test ServerTest.test_hover_on_expressions",
    "hover beside diagnostics": "server_test ServerTest.test_brief_hover",
    "pulled diagnostics of the workspace": "server_test ServerTest.test_pulled_from_the_whole_workspace",
    "code lens": "server_test ServerTest.test_code_lens",
    "code lens that validates": "server_test ServerTest.test_lens_that_validates",
    "inlay hints": "server_test ServerTest.test_inlay_hints",
    "kinds of code actions": "server_test ServerTest.test_only_kinds_that_are_asked_for",
    "source.fixAll": "server_test ServerTest.test_fix_all",
    "source.organizeSuppressions": "server_test ServerTest.test_organize_suppressions",
    "code actions that suppress": "server_test ServerTest.test_code_actions",
    "code actions that fix": "server_test ServerTest.test_fixes",
    "settings and watched files": "server_test ServerTest.test_settings",
    "unsaved buffers": "server_test ServerTest.test_documents_outside_of_folders_and_unsaved_ones",
    "workspace folders": "server_test ServerTest.test_workspace_folders",
    "encodings of positions": "server_test ServerTest.test_position_encodings",
    "cancellation": "server_test ServerTest.test_cancellation",
    "hostile messages": "server_test ServerTest.test_hostile_messages",
    "a client that checks types": "lsp_client_test PytestLspTest.test_client",
    "Neovim": "lsp_client_test NeovimTest.test_neovim",
    # Where it runs
    "version with its commit": "shell_test VersionTest.test_commit",
    "pre-commit": "pre_commit_test PreCommitTest.test_mirror",
    "pre-commit that fixes": "pre_commit_test PreCommitTest.test_fix",
    "action of GitHub": "action_test ActionTest.test_check",
    "action of GitHub: the wheel": "action_test InstallTest.test_its_own_release",
    "action of GitHub: code scanning": "action_test GitHubTest.test_upload",
    "action of GitHub: its own comment": "action_test GitHubTest.test_only_its_own_comment",
    "before and after in a pull request": "action_test ActionTest.test_compare",
}


def tests():
    for path in FOLDER.glob("*_test.py"):
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.ClassDef):
                for member in node.body:
                    if isinstance(member, ast.FunctionDef) and member.name.startswith("test"):
                        yield f"{path.stem} {node.name}.{member.name}"


def main():
    known = set(tests())
    missing = {feature: test for feature, test in FEATURES.items() if test not in known}
    for feature, test in missing.items():
        print(f"{feature}: there is no test {test}")
    listed = (FOLDER.parent / "meson.build").read_text()
    unlisted = [p.name for p in FOLDER.glob("*_test.py") if f"'{p.stem.removesuffix('_test')}'" not in listed]
    for name in unlisted:
        print(f"{name} is not run: tests/meson.build does not name it")
    print(f"{len(FEATURES)} features, {len(known)} tests, {len(missing) + len(unlisted)} problems")
    return 1 if missing or unlisted else 0


if __name__ == "__main__":
    sys.exit(main())
