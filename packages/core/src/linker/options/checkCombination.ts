import { InvalidLinkerOptionsError } from '../../platform/errors.ts'
import type { LinkerOptions } from './linkerOptions.ts'

/** Options as a page without types gives them. */
type Given = { readonly [Name in keyof LinkerOptions]?: LinkerOptions[Name] }

/**
 * Refuses an option that has no effect beside the others: its author believes that it does something.
 * @throws InvalidLinkerOptionsError - with the name of the option; its page names the reasons
 */
export function checkCombination(options: LinkerOptions): void {
  const { chains, connector, relay, registry, link, session, modal, wallets }: Given = options
  const hasEip155 = String(chains).includes('eip155:')
  const useless = {
    'relay.url': connector && relay?.url,
    session: connector && session,
    link: link && !link.url,
    'link.oneTap': (connector || !hasEip155) && link?.oneTap,
    'link.originStatement': connector && link?.originStatement,
    'registry.key': !registry?.url && registry?.key,
    wallets: !hasEip155 && wallets?.length,
    'modal.classicRegistryUrl': modal?.variant !== 'classic' && modal?.classicRegistryUrl,
  }
  for (const [option, isUseless] of Object.entries(useless))
    if (isUseless) throw new InvalidLinkerOptionsError(`\`${option}\` has no effect beside the other options.`)
  // No stylesheet has another look: the page would keep the usual one without a word.
  const theme = modal?.theme
  if (theme !== undefined && !/^(paper|ink|contrast)$/.test(theme))
    throw new InvalidLinkerOptionsError(`\`modal.theme\` is '${theme}', not paper, ink or contrast.`)
}
