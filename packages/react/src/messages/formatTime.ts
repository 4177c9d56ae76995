/** A duration in minutes and seconds, in the digits of the language: 90 seconds are "1:30", in Persian "۱:۳۰". */
export function formatTime(seconds: number, language: string): string {
  const whole = Math.max(0, Math.ceil(seconds))
  const minutes = new Intl.NumberFormat(language, { useGrouping: false })
  const rest = new Intl.NumberFormat(language, { minimumIntegerDigits: 2 })
  return `${minutes.format(Math.floor(whole / 60))}:${rest.format(whole % 60)}`
}
