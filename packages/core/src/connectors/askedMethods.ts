/** Methods asked for: a list, or lists by namespace (`session.methods`). */
export type AskedMethods = readonly string[] | Readonly<Record<string, readonly string[]>>

/** The method by which the wallet of an account signs a text, by the account's namespace. */
export function signingMethodOf(namespace: string): string {
  if (namespace === 'solana') return 'solana_signMessage'
  return namespace === 'bip122' ? 'signMessage' : 'personal_sign'
}

/** What is asked for in one of the namespaces of a proposal. */
export function askedMethodsOf(
  methods: AskedMethods | undefined,
  namespace: string,
  namespaces: readonly string[],
): readonly string[] {
  const otherwise = [signingMethodOf(namespace)]
  if (methods === undefined) return otherwise
  if (!isList(methods)) return (Object.hasOwn(methods, namespace) ? methods[namespace] : undefined) ?? otherwise
  // A list is what pages of Ethereum give (EIP-1193): of another namespace it would say nothing, and linking needs its signature.
  return namespace === 'eip155' || !namespaces.includes('eip155') ? methods : otherwise
}

function isList(methods: AskedMethods): methods is readonly string[] {
  return Array.isArray(methods)
}
