import { explainUnknownNames, formatValue, isObject } from './wording.ts'

// This module is loaded in development only.

const walletNames = ['id', 'name', 'icon', 'rdns', 'provider'] as const
/** Names that other libraries use for the same options. */
const elsewhere: Readonly<Record<string, string>> = {
  iconUrl: 'did you mean `icon`?',
  connector: 'a connector of wagmi stands in the list itself, not under a name',
  getProvider: 'give what makes the provider as `provider`',
}

/** Returns the faults of the host app's own wallets. */
export function checkHostWallets(wallets: unknown, chains: unknown): readonly string[] {
  if (wallets === undefined) return []
  if (!Array.isArray(wallets))
    return [
      `\`wallets\` is ${formatValue(wallets)}: give a list of wallets, each with \`id\`, \`name\` and \`provider\`.`,
    ]
  const hasChain =
    !Array.isArray(chains) || chains.length === 0 || chains.some((chain) => /^eip155:/.test(String(chain)))
  const ids = wallets.map((wallet) => (isObject(wallet) ? wallet.id : undefined))
  return [
    ...(wallets.length > 0 && !hasChain ? ['`wallets` need a chain of `eip155`: name one too.'] : []),
    ...wallets.flatMap((wallet, index) => oneProblems(wallet, `wallets[${index}]`)),
    ...ids
      .filter((id, index) => typeof id === 'string' && ids.indexOf(id) !== index)
      .map((id) => `\`wallets\` has ${formatValue(id)} twice: only the first is offered.`),
  ]
}

function oneProblems(wallet: unknown, where: string): readonly string[] {
  // A connector factory has its name only after it is called.
  if (typeof wallet === 'function') return []
  if (!isObject(wallet))
    return [`\`${where}\` is ${formatValue(wallet)}: give \`id\`, \`name\` and \`provider\`, or a connector of wagmi.`]
  const { id, name, icon, provider, getProvider } = wallet
  // A created connector of wagmi has other field names.
  const isConnector = typeof getProvider === 'function' && provider === undefined
  return [
    ...(isConnector ? [] : explainUnknownNames(wallet, walletNames, `${where}.`, elsewhere)),
    ...(isText(id)
      ? []
      : [`\`${where}.id\` is ${formatValue(id)}: write an id of small letters, digits and "-", or an rdns.`]),
    ...(isText(name) ? [] : [`\`${where}.name\` is ${formatValue(name)}: write the name that visitors know.`]),
    ...iconProblems(icon, where),
    ...(isConnector || isProvider(provider)
      ? []
      : [`\`${where}.provider\` is ${formatValue(provider)}: give an EIP-1193 provider, or a function that gives it.`]),
  ]
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== ''
}

function isProvider(value: unknown): boolean {
  return typeof value === 'function' || (isObject(value) && typeof value.request === 'function')
}

function iconProblems(icon: unknown, where: string): readonly string[] {
  if (icon === undefined || (typeof icon === 'string' && /^\s*data:image\/|^https:\/\//.test(icon))) return []
  return [`\`${where}.icon\` is ${formatValue(icon)}: give a \`data:image/…\` address or one with \`https://\`.`]
}
