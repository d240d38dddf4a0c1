import { useMemo } from 'react';
import { encode } from 'uqr';

/** A text as a QR code; always dark on white, as scanners want it. */
export function QrCode({ text, label, className }: { text: string; label: string; className: string }) {
  const { size, path } = useMemo(() => toSvgPath(text), [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={`block shrink-0 rounded-sm bg-white text-black ${className}`}
    >
      <path d={path} fill="currentColor" />
    </svg>
  );
}

function toSvgPath(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: 3 });
  const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { size, path: squares.join('') };
}
