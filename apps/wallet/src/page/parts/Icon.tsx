const paths = {
  hawser: 'M5 4v16M19 4v16M5 9c5 0 9 6 14 6M5 15c2.5 0 4.3-1.2 6-2.6M19 9c-2.500 0-4.300 1.200-6 2.600',
  warning: 'M12 3.500 21.500 20h-19L12 3.500ZM12 10v4.500M12 17.300v.2',
  check: 'M4.500 12.500 10 18 19.500 6.500',
  cross: 'M6 6l12 12M18 6 6 18',
  scan: 'M4 8.500V4h4.500M15.500 4H20v4.500M20 15.500V20h-4.500M8.500 20H4v-4.500M4 12h16',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  plus: 'M12 5v14M5 12h14',
  import: 'M12 3v12M7 10.500l5 5 5-5M4 20h16',
  key: 'M14.500 9.500a4.500 4.500 0 1 1-1.300-3.200 4.500 4.500 0 0 1 1.300 3.200ZM13.200 12.700 20 19.500M17.500 17l-2 2',
  shield:
    'M12 3 4.500 6v5.500c0 4.500 3.200 7.800 7.500 9.500 4.300-1.700 7.500-5 7.500-9.500V6L12 3ZM12 8v4.500M12 15.800v.2',
} as const

export type IconName = keyof typeof paths

/** A line drawing of 24 units, in the colour of the text. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg
      className="icon"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  )
}
