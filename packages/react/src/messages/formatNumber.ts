/** A number in the digits of the language, grouped: 12345 is "12,345", in Persian "۱۲٬۳۴۵". */
export function formatNumber(value: number, language: string): string {
  // A slow phone takes tens of milliseconds for its first localized number. English is on screen before any other language.
  if (language !== 'en' || !Number.isSafeInteger(value) || value < 0) return value.toLocaleString(language)
  if (value < 1000) return `${value}`
  return `${formatNumber(Math.floor(value / 1000), language)},${`${value % 1000}`.padStart(3, '0')}`
}
