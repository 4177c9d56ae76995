// Hawser's own outlines on a grid of 24, with strokes of 2. The outlines of the later views load with them (lazyIcons.ts).
const outlines = {
  close: 'M6 6l12 12M18 6L6 18',
  back: 'M15 5l-7 7 7 7',
  copy: 'M9 9h10v11H9zM15 9V4H5v11h4',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  alert: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 8v4.5M12 16h.01',
  exclamation: 'M12 5v8.5M12 18.5h.01',
  retry: 'M19.5 12a7.5 7.5 0 1 1-2.2-5.3L20 9.4M20 4.5v5h-5',
  phone: 'M8 3h8a1.5 1.5 0 0 1 1.5 1.5v15A1.5 1.5 0 0 1 16 21H8a1.5 1.5 0 0 1-1.5-1.5v-15A1.5 1.5 0 0 1 8 3zM11 17.8h2',
  desktop: 'M4 5h16v11H4zM9 20h6M12 16v4',
  qrCode: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2M19 14h1v2M14 18v2h2M19 20h1',
} as const

/** The name of an outline, or an outline that loads with the view that shows it. */
export type IconName = keyof typeof outlines | LazyIcon

/** `name` is the icon's name in the stylesheet. */
export type LazyIcon = { readonly name: string; readonly outline: string }

/** A decorative outline. The text or name of the surrounding control says what the icon means. */
export function Icon({ name: icon }: { readonly name: IconName }) {
  const { name, outline } = typeof icon === 'string' ? { name: icon, outline: outlines[icon] } : icon
  return (
    <svg
      className="hawser-icon"
      data-icon={name}
      viewBox="0 0 24 24"
      width="20"
      height="20"
      aria-hidden="true"
      focusable="false"
    >
      <path d={outline} />
    </svg>
  )
}
