/** A duration in minutes and seconds, in the digits of the language: 90 seconds are "1:30", in Persian "۱:۳۰". */
export function formatTime(seconds: number, language: string): string {
  const whole = Math.max(0, Math.ceil(seconds))
  // The first code is English, and a slow phone takes tens of milliseconds for its first localized number.
  const format = (value: number, minimumIntegerDigits: number) =>
    language === 'en'
      ? `${value}`.padStart(minimumIntegerDigits, '0')
      : value.toLocaleString(language, { minimumIntegerDigits, useGrouping: false })
  return `${format(Math.floor(whole / 60), 1)}:${format(whole % 60, 2)}`
}
