import type { ReactElement } from 'react';
import { expect, it } from 'vitest';
import { createIcon } from '../../../web/ui/create-icon.ts';

type Node = Parameters<typeof createIcon>[0]['node'];
type Svg = ReactElement<Record<string, unknown> & { children: readonly ReactElement<Record<string, unknown>>[] }>;

const draw = (node: Node, props = {}) => (createIcon({ name: 'sample', node })(props) as Svg).props;
const shapesOf = (node: Node) => draw(node).children.map(({ type, props }) => [type, props]);

it('draws the lines and circles of an icon as one path, each from its own beginning', () => {
  const shapes = shapesOf([
    ['path', { d: 'm5 12 7-7', key: 'a' }],
    ['line', { x1: '1', y1: '2', x2: '3', y2: '4', key: 'b' }],
    ['circle', { cx: '12', cy: '10', r: '3', key: 'c' }],
  ]);
  expect(shapes).toEqual([['path', { d: 'M0 0m5 12 7-7M1 2L3 4M9 10a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z' }]]);
});

it('leaves what is filled or has corners an element of its own', () => {
  const corners = { width: '18', height: '18', x: '3', y: '3', rx: '2' };
  const filled = { cx: '1', cy: '1', r: '1', fill: 'currentColor' };
  const shapes = shapesOf([
    ['rect', { ...corners, key: 'a' }],
    ['circle', { ...filled, key: 'b' }],
  ]);
  expect(shapes).toEqual([
    ['rect', corners],
    ['circle', filled],
  ]);
});

it('hides an icon without a name from screen readers', () => {
  expect(draw([['path', { d: 'M1 1' }]])).toMatchObject({ className: 'lucide lucide-sample', 'aria-hidden': true, width: '1.5rem' });
  expect(draw([['path', { d: 'M1 1' }]], { 'aria-label': 'Sample', size: 14, className: 'a' })).toMatchObject({
    className: 'lucide lucide-sample a',
    'aria-hidden': undefined,
    width: '0.875rem',
  });
});
