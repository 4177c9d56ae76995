import type { Finding } from '../checks/finding.ts'
import { escapeUnprintable, quote, showUrl } from '../checks/show.ts'
import type { Diagnosis } from '../diagnose.ts'
import type { ReachRow } from '../reach/reachHere.ts'

const marks: Readonly<Record<Finding['verdict'], string>> = { good: '✓', wrong: '✗', doubtful: '!', skipped: '–' }
const headerIndent = '      '

/** The report for a person: every check, the remedy of each fault, and the table of reach. */
export function formatText({ pageUrl, findings, isWell, reach }: Diagnosis): string {
  const wrong = findings.filter(({ verdict }) => verdict === 'wrong').length
  const doubtful = findings.filter(({ verdict }) => verdict === 'doubtful').length
  const sum = isWell ? 'Nothing is wrong' : `${wrong} ${wrong === 1 ? 'thing is' : 'things are'} wrong`
  const lines = [
    `hawser-doctor ${showUrl(pageUrl)}`,
    '',
    ...findings.flatMap(formatFinding),
    '',
    ...formatReach(reach),
    `${sum}${doubtful === 0 ? '' : `, ${doubtful} to look at`}. What each code means: docs/doctor.md`,
  ]
  // Once more over the whole text: no line may contain terminal control characters.
  return `${lines.map(escapeUnprintable).join('\n')}\n`
}

function formatFinding(finding: Finding): readonly string[] {
  const head = `${marks[finding.verdict]} ${finding.check.padEnd(9)}`
  if (!('code' in finding)) return [`${head} ${finding.text}`]
  return [
    `${head} ${finding.text} [${finding.code}]`,
    `${headerIndent}→ ${finding.mend}`,
    ...(finding.header === undefined ? [] : [`${headerIndent}${finding.header}`]),
  ]
}

function formatReach(reach: readonly ReachRow[] | undefined): readonly string[] {
  if (reach === undefined) return ['No list of wallets was read, so there is no table of reach.', '']
  const cells = reach.map(({ wallet, desktop, ios, android }) => [
    quote(wallet),
    ...[desktop, ios, android].map((routes) => (routes.length === 0 ? '–' : routes.join(', '))),
  ])
  const rows = [['Wallet', 'Desktop', 'iOS', 'Android'], ...cells]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const reached = reach.filter(({ desktop, ios, android }) => desktop.length + ios.length + android.length > 0).length
  return [
    `This page reaches ${reached} of ${reach.length} wallets (docs/reach.md explains the routes):`,
    ...rows.map(
      (row) =>
        `  ${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}`,
    ),
    '',
  ]
}
