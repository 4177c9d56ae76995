/** The methods that a proposal requests: a list, or lists by namespace (`session.methods`). */
export type RequestedMethods = readonly string[] | Readonly<Record<string, readonly string[]>>

/** Returns the method with which the wallets of a namespace sign a text. */
export function signingMethodOf(namespace: string): string {
  if (namespace === 'solana') return 'solana_signMessage'
  return namespace === 'bip122' ? 'signMessage' : 'personal_sign'
}

/** Returns the methods to request in one namespace of a proposal. */
export function requestedMethodsOf(
  methods: RequestedMethods | undefined,
  namespace: string,
  namespaces: readonly string[],
): readonly string[] {
  const otherwise = [signingMethodOf(namespace)]
  if (methods === undefined) return otherwise
  if (!isList(methods)) return (Object.hasOwn(methods, namespace) ? methods[namespace] : undefined) ?? otherwise
  // Ethereum pages give a list (EIP-1193). It means nothing in another namespace, where linking needs that namespace's
  // own signing method.
  return namespace === 'eip155' || !namespaces.includes('eip155') ? methods : otherwise
}

function isList(methods: RequestedMethods): methods is readonly string[] {
  return Array.isArray(methods)
}
