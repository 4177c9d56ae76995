/** A metric in a PromQL expression, with the labels that the expression selects on. */
export type NamedMetric = { readonly name: string; readonly labels: readonly string[] }

const words = new Set('and or unless offset bool on ignoring group_left group_right by without inf nan'.split(' '))
const grouping = /\b(?:by|on|without|ignoring)\s*\(([^)]*)\)/g

/**
 * Returns the metrics of an expression and the labels that the expression groups by. A name not followed by a call is a metric.
 */
export function metricsIn(expression: string): {
  readonly metrics: readonly NamedMetric[]
  readonly groups: readonly string[]
} {
  const groups = [...expression.matchAll(grouping)].flatMap(([, list = '']) =>
    list.split(',').map((each) => each.trim()),
  )
  const text = expression
    .replaceAll(grouping, ' ')
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, '""')
    .replaceAll(/\[[^\]]*\]/g, ' ')
  const names = text.matchAll(/(?<![\w.:$])([a-zA-Z_:][\w:]*)\s*(\{[^}]*\}|\()?/g)
  const metrics = [...names].flatMap(([, name = '', after = '']) => {
    if (after === '(' || words.has(name.toLowerCase())) return []
    const labels = [...after.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label)
    return [{ name, labels }]
  })
  return { metrics, groups }
}
