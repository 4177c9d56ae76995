/** The chain id (CAIP-2) of an account id (CAIP-10). */
export function chainOf(accountId: string): string {
  return accountId.slice(0, accountId.lastIndexOf(':'))
}
