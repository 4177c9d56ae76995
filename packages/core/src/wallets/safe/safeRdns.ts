/** The rdns of a surrounding Safe, which is also that of wagmi's connector to it (`safe()`): the two are one entry. */
export const safeRdns = 'host.safe'
