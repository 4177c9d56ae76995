/** What `--help` prints, in lines of 100 columns at most. */
export function formatHelp(): string {
  return `hawser-doctor: checks from outside what a host can get wrong, and says how to mend each.

  hawser-doctor https://app.example

The page says where its relay, registry and link API are, by
<link rel="hawser-options" href="/hawser.json">: a JSON object with the options of createLinker
(relay.url, relay.reach, registry.url, registry.key, link.url, link.handoff). What it does not say,
or says otherwise, you do:

  --relay URL         the relay, ws:// or wss://; may be repeated
  --registry URL      the registry
  --registry-key KEY  public key that has to have signed it, 64 hex digits; may be repeated
  --link URL          the link API; a path stands on the page: --link /api/link
  --reach WHICH       which wallets listen on the relay: network, own, or ids of listings with
                      commas between (network for the network's own relay, otherwise own)
  --project-id ID     what the network's relay wants
  --handoff           the page offers phones by a handoff (--no-handoff: it does not)
  --cookie NAME       the session's cookie; otherwise all cookies are looked at

  --timeout SECONDS   how long one answer may take, 1 to 120 (10)
  --json              prints JSON
  --help              this text
  --version           the version

It reads only: it signs in nowhere, and sends no more than a visitor's browser does. What a page
names is asked only where visitors reach it; addresses of an internal network you give by a flag.
Exit code: 0 nothing is wrong, 1 something is, 2 not understood. What each code of the report
means is written in docs/doctor.md.
`
}
