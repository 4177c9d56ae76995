// Controls, bidirectional marks, and letters that show nothing, such as U+3164, can make one text look like another.
const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu

/** The visible part of a text, on one line: compatibility forms, no invisible characters, single spaces. */
export function visibleText(text: string): string {
  return (
    text
      .normalize('NFKC')
      .replace(invisible, '')
      // Again, because characters on both sides of a removed mark can now combine.
      .normalize('NFKC')
      .replace(/\s+/gu, ' ')
      .trim()
  )
}
