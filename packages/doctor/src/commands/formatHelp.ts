/** The output of `--help`, in lines of at most 100 columns. */
export function formatHelp(): string {
  return `hawser-doctor: checks a site from outside for common mistakes, and says how to fix each.

  hawser-doctor https://app.example

The page names its relay, registry and link API by
<link rel="hawser-options" href="/hawser.json">: a JSON object with the options of createLinker
(relay.url, relay.reach, registry.url, registry.key, link.url, link.handoff). Flags add to these
options, and override them:

  --relay URL         the relay, ws:// or wss://; may be repeated
  --registry URL      the registry
  --registry-key KEY  public key that must have signed it, 64 hex digits; may be repeated
  --link URL          the link API; may be a path of the page: --link /api/link
  --reach WHICH       which wallets listen on the relay: network, own, or ids of listings with
                      commas between (network for the network's own relay, otherwise own)
  --project-id ID     your project at the network's relay
  --handoff           the page offers phones by a handoff (--no-handoff: it does not)
  --cookie NAME       the session's cookie; otherwise all cookies are checked

  --timeout SECONDS   the time for one answer, 1 to 120 (10)
  --json              prints JSON
  --help              this text
  --version           the version

It only reads: it does not sign in, and sends no more than a visitor's browser does. It contacts
public addresses that the page names; give addresses of an internal network by a flag.
Exit code: 0 nothing is wrong, 1 something is, 2 invalid arguments. docs/doctor.md explains each
code of the report.
`
}
