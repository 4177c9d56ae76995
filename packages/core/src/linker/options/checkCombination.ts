import { InvalidLinkerOptionsError } from '../../platform/errors.ts'
import type { LinkerOptions } from './linkerOptions.ts'

/** The options as a page without types passes them. */
type Given = { readonly [Name in keyof LinkerOptions]?: LinkerOptions[Name] }

/**
 * Refuses an option that has no effect in combination with the others, because its author expects an effect.
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
  // No stylesheet has another theme: the page would silently keep the default theme.
  const theme = modal?.theme
  if (theme !== undefined && !/^(paper|ink|contrast)$/.test(theme))
    throw new InvalidLinkerOptionsError(`\`modal.theme\` is '${theme}', not paper, ink or contrast.`)
}
