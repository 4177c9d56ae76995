// RFC 3986 appendix A, rule by rule. Written out, because an engine's own URL parser repairs what it should refuse.
const percentEncoded = '%[0-9A-Fa-f]{2}'
const unreservedAndSubDelims = "A-Za-z0-9\\-._~!$&'()*+,;="
const pchar = `(?:[${unreservedAndSubDelims}:@]|${percentEncoded})`
const decOctet = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
const h16 = '[0-9A-Fa-f]{1,4}'
const ls32 = `(?:${h16}:${h16}|${decOctet}(?:\\.${decOctet}){3})`
const ipv6 = [
  `(?:${h16}:){6}${ls32}`,
  `::(?:${h16}:){5}${ls32}`,
  `(?:${h16})?::(?:${h16}:){4}${ls32}`,
  `(?:(?:${h16}:){0,1}${h16})?::(?:${h16}:){3}${ls32}`,
  `(?:(?:${h16}:){0,2}${h16})?::(?:${h16}:){2}${ls32}`,
  `(?:(?:${h16}:){0,3}${h16})?::${h16}:${ls32}`,
  `(?:(?:${h16}:){0,4}${h16})?::${ls32}`,
  `(?:(?:${h16}:){0,5}${h16})?::${h16}`,
  `(?:(?:${h16}:){0,6}${h16})?::`,
].join('|')
const ipvFuture = `[vV][0-9A-Fa-f]+\\.[${unreservedAndSubDelims}:]+`
const scheme = '[A-Za-z][A-Za-z0-9+\\-.]*'
const userInfo = `(?:[${unreservedAndSubDelims}:]|${percentEncoded})*`
const ipLiteral = `\\[(?:${ipv6}|${ipvFuture})\\]`
const regNameCharacter = `(?:[${unreservedAndSubDelims}]|${percentEncoded})`
const authority = `(?:${userInfo}@)?(?:${ipLiteral}|${regNameCharacter}*)(?::\\d*)?`
const segments = `(?:/${pchar}*)*`
const hierPart = `(?://${authority}${segments}|/(?:${pchar}+${segments})?|(?:${pchar}+${segments})?)`
const queryOrFragment = `(?:${pchar}|[/?])*`
const uriPattern = new RegExp(`^${scheme}:${hierPart}(?:\\?${queryOrFragment})?(?:#${queryOrFragment})?$`)
// A domain names a site: unlike the authority of a URI, it must not have an empty host.
const domainPattern = new RegExp(`^(?:${scheme}://)?(?:${userInfo}@)?(?:${ipLiteral}|${regNameCharacter}+)(?::\\d*)?$`)
const requestIdPattern = new RegExp(`^${pchar}*$`)
const statementPattern = /^[A-Za-z0-9 \-._~:/?#[\]@!$&'()*+,;=]*$/
// RFC 3339 without leap seconds: Date reads :60 as NaN, which compares false with every bound.
const datePattern =
  /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])[Tt](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

/** Whether a text is a date and time of RFC 3339 that exists in the calendar, without leap seconds. */
export function isDate(text: string): boolean {
  const [, year = '', month = '', day = ''] = datePattern.exec(text) ?? []
  // Day 0 of the next month is the last day of this month. Date.UTC would take the years 0–99 as 1900–1999, hence
  // setUTCFullYear.
  return year !== '' && Number(day) <= new Date(new Date(0).setUTCFullYear(Number(year), Number(month), 0)).getUTCDate()
}

/** Whether a text is a URI (RFC 3986). */
export function isUri(text: string): boolean {
  return uriPattern.test(text)
}

/** Whether a text names the site that asks: an RFC 3986 authority with a host, after an optional scheme. */
export function isDomain(text: string): boolean {
  return domainPattern.test(text)
}

/** Whether a text is valid as the statement (ERC-4361 §statement). */
export function isStatement(text: string): boolean {
  return statementPattern.test(text)
}

/** Whether a text is valid as the request id: `*pchar`. */
export function isRequestId(text: string): boolean {
  return requestIdPattern.test(text)
}
