const SIZE = 8;

/** A series' colour with a pattern of its own over it, so that the series stay apart in print and for those who see no colour. */
export function seriesFill(colour: string, index: number): CanvasPattern | string {
  const tile = document.createElement('canvas');
  tile.width = SIZE;
  tile.height = SIZE;
  const context = tile.getContext('2d');
  if (!context || index === 0) return colour;
  context.fillStyle = colour;
  context.fillRect(0, 0, SIZE, SIZE);
  context.strokeStyle = 'rgb(255 255 255 / 0.45)';
  context.lineWidth = 1.5;
  context.beginPath();
  for (const [fromX, fromY, toX, toY] of LINES[index] ?? []) {
    context.moveTo(fromX, fromY);
    context.lineTo(toX, toY);
  }
  context.stroke();
  return context.createPattern(tile, 'repeat') ?? colour;
}

type Line = [number, number, number, number];
const LINES: Record<number, Line[]> = {
  1: [[0, SIZE, SIZE, 0]],
  2: [[0, SIZE / 2, SIZE, SIZE / 2]],
  3: [[SIZE / 2, 0, SIZE / 2, SIZE]],
};
