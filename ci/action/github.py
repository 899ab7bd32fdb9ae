"""What the action asks of GitHub: code scanning by its REST interface, comments by GraphQL.

GH_TOKEN is the token; GITHUB_API_URL and GITHUB_GRAPHQL_URL, which a runner sets, say where GitHub is.
"""
import base64
import gzip
import json
import os
import urllib.error
import urllib.request

TIMEOUT = 60  # seconds, for each request
LARGEST_REPORT = 10_000_000  # bytes of the compressed report that code scanning takes
MARK = "<!-- comment of graphmend: {} -->"


class Refused(Exception):
    """GitHub did not do it; the text says why, in few words and one line."""


# What GitHub's answers mean to whoever reads the log, by a part of their text.
REASONS = {
    "not accessible by integration": "the token may not write this: it is a fork's pull request, or the job's `permissions` lack it",
    "Advanced Security must be enabled": "code scanning is off, which private repositories must turn on",
    "Code Security must be enabled": "code scanning is off, which private repositories must turn on",
    "code scanning is not enabled": "code scanning is off, which private repositories must turn on",
    "Bad credentials": "the token is not valid",
}


def reason(status, text):
    for part, meaning in REASONS.items():
        if part.lower() in text.lower():
            return meaning
    try:
        text = json.loads(text)["message"]
    except (ValueError, KeyError, TypeError):
        pass
    return f"HTTP {status}: {' '.join(text.split())[:200]}"


def request(url, body):
    token = os.environ.get("GH_TOKEN", "")
    if not token:
        raise Refused("there is no token")
    asked = urllib.request.Request(url, json.dumps(body).encode(), {
        "Accept": "application/vnd.github+json",
        "Authorization": f"Bearer {token}",
        "Content-Type": "application/json",
        "User-Agent": "graphmend",
        "X-GitHub-Api-Version": "2022-11-28",
    })
    try:
        with urllib.request.urlopen(asked, timeout=TIMEOUT) as answer:
            return json.loads(answer.read() or b"{}")
    except urllib.error.HTTPError as error:
        raise Refused(reason(error.code, error.read().decode("utf-8", "replace"))) from error
    except (OSError, ValueError) as error:
        raise Refused(f"GitHub did not answer: {error}") from error


def upload_sarif(sarif):
    """Gives a report to code scanning, for the commit and the ref of this run. Raises Refused."""
    packed = base64.b64encode(gzip.compress(sarif)).decode()
    if len(packed) > LARGEST_REPORT:
        raise Refused(f"it has {len(packed)} bytes when compressed, and the limit is 10 MB")
    address = f"{os.environ['GITHUB_API_URL']}/repos/{os.environ['GITHUB_REPOSITORY']}/code-scanning/sarifs"
    request(address, {
        "commit_sha": os.environ["GITHUB_SHA"],
        "ref": os.environ["GITHUB_REF"],
        "sarif": packed,
        "tool_name": "graphmend",
    })


def query(text, **variables):
    answer = request(os.environ["GITHUB_GRAPHQL_URL"], {"query": text, "variables": variables})
    if answer.get("errors"):
        raise Refused(reason(200, json.dumps({"message": answer["errors"][0].get("message", "")})))
    return answer["data"]


COMMENTS = """query($id: ID!, $after: String) { node(id: $id) { ... on PullRequest {
  comments(first: 100, after: $after) {
    nodes { id body viewerDidAuthor }
    pageInfo { hasNextPage endCursor }
} } } }"""
ADD = """mutation($id: ID!, $body: String!) {
  addComment(input: {subjectId: $id, body: $body}) { clientMutationId } }"""
EDIT = """mutation($id: ID!, $body: String!) {
  updateIssueComment(input: {id: $id, body: $body}) { clientMutationId } }"""


def comment(pull_request, text):
    """Writes the text into the comment that this job of this workflow wrote before, or a new one.

    A comment is ours where the token's owner wrote it and it begins with our mark: others may copy the
    mark, and the same owner writes comments of other workflows. Raises Refused.
    """
    mark = MARK.format("/".join(os.environ.get(name, "") for name in ("GITHUB_WORKFLOW", "GITHUB_JOB")).replace("--", "- -"))
    body = f"{mark}\n{text}"
    after = None
    while True:
        page = query(COMMENTS, id=pull_request, after=after)["node"]["comments"]
        for found in page["nodes"]:
            if found["viewerDidAuthor"] and found["body"].startswith(mark):
                query(EDIT, id=found["id"], body=body)
                return
        if not page["pageInfo"]["hasNextPage"]:
            break
        after = page["pageInfo"]["endCursor"]
    query(ADD, id=pull_request, body=body)
