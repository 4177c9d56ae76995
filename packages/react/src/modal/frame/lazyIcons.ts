import type { LazyIcon } from './Icon.tsx'

/** The outlines that only the later views show. */
export const lazyIcons = {
  forward: { name: 'forward', outline: 'M9 5l7 7-7 7' },
  search: { name: 'search', outline: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l4.5 4.5' },
  web: {
    name: 'web',
    outline:
      'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM3.5 12h17M12 3.5c5 5.2 5 11.8 0 17M12 3.5c-5 5.2-5 11.8 0 17',
  },
  grid: { name: 'grid', outline: 'M5 5h5v5H5zM14 5h5v5h-5zM5 14h5v5H5zM14 14h5v5h-5z' },
  download: { name: 'download', outline: 'M12 4v11M7 10.5l5 5 5-5M5 20h14' },
  wallet: { name: 'wallet', outline: 'M18 8V5H6a2 2 0 0 0 0 4h14v11H6a2 2 0 0 1-2-2V7M16.5 14.5h.01' },
} as const satisfies Readonly<Record<string, LazyIcon>>
