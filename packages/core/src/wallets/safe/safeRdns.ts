/** The name that a Safe around this page goes by, which is also that of wagmi's connector to it (`safe()`): the two are one entry. */
export const safeRdns = 'host.safe'
