import type { QrDrawing } from './qrDrawing.ts'

/** Paints a drawing as a browser does, `scale` pixels per module: the path's rectangles, and the icon as a grey square. */
export function rasterise(drawing: QrDrawing, scale: number) {
  const side = drawing.size * scale
  const data = new Uint8ClampedArray(side * side * 4).fill(255)
  const fill = (x: number, y: number, width: number, height: number, grey: number) => {
    for (let py = y * scale; py < (y + height) * scale; py += 1)
      data.fill(grey, (py * side + x * scale) * 4, (py * side + (x + width) * scale) * 4)
  }
  let painted = ''
  for (const [piece, x, y, height] of drawing.modules.matchAll(/M(\d+) (\d+)h1v(\d+)h-1z/g)) {
    painted += piece
    fill(Number(x), Number(y), 1, Number(height), 0)
  }
  if (painted !== drawing.modules) throw new Error('The path has something else than modules.')
  const from = (drawing.size - drawing.clear) / 2
  if (drawing.clear > 0) fill(from, from, drawing.clear, drawing.clear, 128)
  return { width: side, height: side, data }
}
