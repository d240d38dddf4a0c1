import { createElement, type ReactElement, type SVGProps } from 'react';

interface IconData {
  name: string;
  node: readonly (readonly [tag: string, attributes: Record<string, string>])[];
}

interface IconProps extends SVGProps<SVGSVGElement> {
  size?: number;
}

/**
 * Makes lucide-react's icons in the built app (see vite.config.ts), looking the same under the same names. Its own two components for each icon merge
 * classes, context and attributes at each rendering, and a long list has three hundred icons: each is one component and, but for rare shapes, one
 * path; how it is drawn is said once, in styles/base.css.
 */
export function createIcon({ name, node }: IconData) {
  const lines = node.map(([tag, shape]) => toPath(tag, shape));
  const others = node.filter((_, at) => lines[at] === undefined);
  const path = lines.filter((line) => line !== undefined).join('');
  const all = path ? [['path', { key: 'path', d: path }] as const, ...others] : others;
  const shapes = all.map(([tag, attributes]) => createElement(tag, attributes));
  return (props: IconProps) => drawIcon(name, shapes, props);
}

/** A shape as a part of a path that has others before it; undefined of one that stays an element of its own. */
function toPath(tag: string, { key: _, ...shape }: Record<string, string>): string | undefined {
  if ('fill' in shape) return undefined;
  // A part may begin with a relative place, which at the beginning of a path is counted from its origin.
  if (tag === 'path') return `M0 0${shape.d}`;
  if (tag === 'line') return `M${shape.x1} ${shape.y1}L${shape.x2} ${shape.y2}`;
  if (tag !== 'circle') return undefined;
  const r = Number(shape.r);
  return `M${Number(shape.cx) - r} ${shape.cy}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
}

function drawIcon(name: string, shapes: readonly ReactElement[], { size = 24, className = '', ...rest }: IconProps): ReactElement {
  return createElement(
    'svg',
    {
      viewBox: '0 0 24 24',
      width: `${size / 16}rem`,
      height: `${size / 16}rem`,
      'aria-hidden': rest['aria-label'] === undefined || undefined,
      className: `lucide lucide-${name} ${className}`.trimEnd(),
      ...rest,
    },
    shapes,
  );
}
