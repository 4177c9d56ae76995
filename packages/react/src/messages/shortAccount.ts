/** Shortens an account id for people to compare: the address without its chain and its middle. */
export function shortAccount(accountId: string): string {
  const address = accountId.slice(accountId.lastIndexOf(':') + 1)
  return address.length > 13 ? `${address.slice(0, 6)}…${address.slice(-4)}` : address
}
