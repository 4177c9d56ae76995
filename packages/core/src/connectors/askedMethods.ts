/** Methods asked for: a list, or lists by namespace (`session.methods`). */
export type AskedMethods = readonly string[] | Readonly<Record<string, readonly string[]>>

/** The method by which the wallet of an account signs a text, by the account's namespace. */
export function signingMethodOf(namespace: string): string {
  if (namespace === 'solana') return 'solana_signMessage'
  return namespace === 'bip122' ? 'signMessage' : 'personal_sign'
}

/** The methods to ask for in one namespace of a proposal. */
export function askedMethodsOf(
  methods: AskedMethods | undefined,
  namespace: string,
  namespaces: readonly string[],
): readonly string[] {
  const otherwise = [signingMethodOf(namespace)]
  if (methods === undefined) return otherwise
  if (!isList(methods)) return (Object.hasOwn(methods, namespace) ? methods[namespace] : undefined) ?? otherwise
  // Pages of Ethereum give a list (EIP-1193): for another namespace it means nothing, and linking needs that
  // namespace's signature.
  return namespace === 'eip155' || !namespaces.includes('eip155') ? methods : otherwise
}

function isList(methods: AskedMethods): methods is readonly string[] {
  return Array.isArray(methods)
}
