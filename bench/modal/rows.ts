import type { PageName } from './buildPages.ts'
import type { Row } from './formatTable.ts'
import type { LongestTasks, Scrolling } from './measureExplorer.ts'
import type { Opening } from './measureOpening.ts'
import type { Paints } from './measurePaint.ts'
import { median } from './median.ts'

/** All openings of one mode, per page. */
export type Openings = Readonly<Record<PageName, readonly Opening[]>>

/** Returns the rows on opening the modal. A time keeps its bound if it keeps its shares of the reference and of the floor. */
export function openingRows(plain: Openings, slow: Openings): readonly Row[] {
  return [
    bytesRow('fetched until the code', 'untilCodeBytes', plain, { must: 96, stretch: 95 }),
    bytesRow('fetched until the button works', 'untilButtonBytes', plain, { must: 77, stretch: 73 }),
    bytesRow('fetched before any click, with what comes on idle', 'beforeClickBytes', plain, {}),
    timeRow('click → code', 'codeMs', plain, { ofReference: 0.3, ofFloor: 1.25 }),
    timeRow('click → code that nothing dims', 'opaqueMs', plain, { ofFloor: 1.5 }),
    timeRow('click → code, CPU ×4 and 4G', 'codeMs', slow, { ofReference: 0.35, ofFloor: 0.7 }),
    timeRow('click as soon as there is a button → code, CPU ×4 and 4G', 'atOnceMs', slow, { ofFloor: 1.25 }),
    timeRow('main thread busy for the code', 'busyMs', plain, { ofReference: 0.5, ofFloor: 2 }),
    timeRow('main thread busy for the code, CPU ×4 and 4G', 'busyMs', slow, { ofReference: 0.5, ofFloor: 2 }),
    countRow('elements with the modal open', 'elements', plain, 200),
    { ...countRow('layout shift from the click on', 'layoutShift', plain, 0), digits: 4 },
    countRow('requests before the click, own host not counted', 'requestsBeforeClick', plain, 0),
    countRow('requests before the click to hosts not configured', 'outsideBeforeClick', plain, 0),
    countRow('requests to hosts not configured, all in all', 'outside', plain, 0),
  ]
}

/** Returns the rows on page paints, each as a ratio to a bare React page, which varies little between machines. */
export function paintRows(paints: Paints, slowdown: number): readonly Row[] {
  const floor = median(paints.floor)
  return (['modal', 'host', 'wallet'] as const).map((name) => ({
    figure: `LCP, ratio to the floor page, CPU ×${slowdown}: ${name} page`,
    unit: '',
    digits: 2,
    ours: median(paints[name]) / floor,
    reference: undefined,
    floor: 1,
    must: mostTimesFloor[name],
    stretch: undefined,
  }))
}

const mostTimesFloor = { modal: 1.5, host: 3, wallet: 3 } as const

/** Returns the rows on the longest tasks, as medians. A task of 50 ms is long: a press during it waits noticeably. */
export function longestTaskRows(rounds: readonly LongestTasks[], slowdown: number): readonly Row[] {
  const row = (figure: string, key: keyof LongestTasks): Row => ({
    ...{ figure: `${figure}, CPU ×${slowdown} and 4G`, unit: 'ms', digits: 0 },
    ours: median(rounds.map((round) => round[key])),
    ...{ reference: undefined, floor: undefined, must: 50, stretch: undefined },
  })
  return [
    row('explorer, longest task of its first opening', 'openingMs'),
    row('explorer, longest task of a search', 'searchMs'),
  ]
}

/** Returns the rows on scrolling through all wallets. */
export function explorerRows(ours: Scrolling, reference: Scrolling, bare: Scrolling): readonly Row[] {
  const name = `explorer at CPU ×4, ${ours.rows} rows (reference ${reference.rows})`
  const common = { stretch: undefined }
  const elements = ['start', 'middle', 'end'].map((place, index) => ({
    ...common,
    floor: undefined,
    figure: `${name}, elements at its ${place}`,
    unit: '',
    digits: 0,
    ours: ours.elements[index] ?? Number.NaN,
    reference: reference.elements[index],
    must: 200,
  }))
  return [
    {
      ...common,
      figure: `${name}, 95th percentile of a frame`,
      unit: 'ms',
      digits: 1,
      ours: ours.p95FrameMs,
      reference: reference.p95FrameMs,
      floor: bare.p95FrameMs,
      must: 16.9,
    },
    {
      ...common,
      figure: `${name}, frames a second`,
      unit: '',
      digits: 1,
      ours: ours.framesPerSecond,
      reference: reference.framesPerSecond,
      floor: bare.framesPerSecond,
      must: 55,
      isAtLeast: true,
    },
    {
      ...common,
      figure: `explorer, ${ours.rows} rows (reference ${reference.rows}), main thread busy for a frame`,
      unit: 'ms',
      digits: 2,
      ours: ours.busyMs,
      reference: reference.busyMs,
      floor: bare.busyMs,
      must: undefined,
    },
    ...elements,
  ]
}

function medians(openings: Openings, key: keyof Opening) {
  const of = (name: PageName) => median(openings[name].map((opening) => opening[key]))
  return { ours: of('hawser'), reference: of('reference'), floor: of('floor') }
}

function bytesRow(
  figure: string,
  key: keyof Opening,
  openings: Openings,
  { must, stretch }: { readonly must?: number; readonly stretch?: number },
): Row {
  const { ours, reference, floor } = medians(openings, key)
  const values = { ours: ours / 1000, reference: reference / 1000, floor: floor / 1000 }
  return { figure, unit: 'kB gz, React included', digits: 1, ...values, must, stretch }
}

function timeRow(
  figure: string,
  key: keyof Opening,
  openings: Openings,
  { ofReference = Number.POSITIVE_INFINITY, ofFloor }: { readonly ofReference?: number; readonly ofFloor: number },
): Row {
  const values = medians(openings, key)
  const must = Math.min(ofReference * values.reference, ofFloor * values.floor)
  return { figure, unit: 'ms', digits: 0, ...values, must, stretch: undefined }
}

function countRow(figure: string, key: keyof Opening, openings: Openings, must: number): Row {
  return { figure, unit: '', digits: 0, ...medians(openings, key), must, stretch: undefined }
}
