import { createElement, type ReactNode, type SVGProps } from 'react'

/** An icon as the library keeps it: its name, and its lines on a square of 24. */
export interface IconData {
  name: string
  node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[]
}
type IconProps = SVGProps<SVGSVGElement> & { size: number }

/** Replaces the library's own maker in the build, which is three components an icon, a context and twenty options: an icon of ours is one element. */
export default function createIcon({ name, node }: IconData): (props: IconProps) => ReactNode {
  let lines: ReactNode[] | null = null
  return ({ size, className = '', ...props }) =>
    createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        className: `lucide lucide-${name} ${className}`,
        ...props,
      },
      ...(lines ??= node.map(([tag, attributes]) => createElement(tag, attributes))),
    )
}
