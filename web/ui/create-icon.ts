import { createElement, type ReactElement, type SVGProps } from 'react';

interface IconData {
  name: string;
  node: readonly (readonly [tag: string, attributes: Record<string, string>])[];
}

interface IconProps extends SVGProps<SVGSVGElement> {
  size?: number;
}

const ATTRIBUTES = {
  xmlns: 'http://www.w3.org/2000/svg',
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

/**
 * Makes lucide-react's icons in the built app (see vite.config.ts), with the same elements and names. Its own two components for each icon merge
 * classes, context and attributes at each rendering, and a long list has three hundred icons.
 */
export function createIcon({ name, node }: IconData) {
  const shapes = node.map(([tag, attributes]) => createElement(tag, attributes));
  return (props: IconProps) => drawIcon(name, shapes, props);
}

function drawIcon(name: string, shapes: readonly ReactElement[], { size = 24, className = '', ...rest }: IconProps): ReactElement {
  return createElement(
    'svg',
    {
      ...ATTRIBUTES,
      width: size,
      height: size,
      'aria-hidden': rest['aria-label'] === undefined || undefined,
      className: `lucide lucide-${name} ${className}`.trimEnd(),
      ...rest,
    },
    shapes,
  );
}
