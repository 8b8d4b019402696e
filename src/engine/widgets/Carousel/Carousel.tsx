import { Children, type ReactNode, useRef } from 'react'
import { asSeconds } from '../../language/values/time.ts'
import { imageUrl } from '../../language/url.ts'
import type { CarouselProps } from '../../../generated/widgets/Carousel.ts'
import { useText } from '../../state/language.ts'
import { cx } from '../lib/styles/cx.ts'
import Icon from '../Icon/Icon.tsx'
import { useSlides } from './useSlides.ts'
import css from './Carousel.module.css'

type Slide = NonNullable<CarouselProps['slides']>[number]

export default function Carousel({
  slides,
  every = asSeconds(6),
  ratio = '5:2',
  label,
  onPress,
  children,
}: CarouselProps) {
  const t = useText()
  const strip = useRef<HTMLUListElement>(null)
  const faces: ReactNode[] = slides
    ? slides.map((slide) => <Face key={slide.id} slide={slide} ratio={ratio} onPress={onPress} />)
    : Children.toArray(children)
  const total = faces.length
  const { at, isPlaying, toggle, pauseHandlers, isStatic } = useSlides(strip, total, every)
  if (total === 0) return null
  return (
    <section className={css.carousel} aria-roledescription="carousel" aria-label={label} {...pauseHandlers}>
      <ul ref={strip} className={css.strip} tabIndex={onPress ? undefined : 0}>
        {faces.map((face, index) => (
          <li key={index} className={css.slide} aria-label={t('ui.slideOf', { index: index + 1, count: total })}>
            {face}
          </li>
        ))}
      </ul>
      {total > 1 ? (
        <div className={cx(css.foot, slides && css.over)}>
          <span className={css.dots} aria-hidden="true">
            {faces.map((_, index) => (
              <span key={index} className={cx(css.dot, index === at && css.here)} />
            ))}
          </span>
          {isStatic ? null : (
            <button
              type="button"
              className={css.toggle}
              aria-label={t(isPlaying ? 'ui.pause' : 'ui.play')}
              onClick={toggle}
            >
              <Icon name={isPlaying ? 'pause' : 'play'} size="xs" />
            </button>
          )}
        </div>
      ) : null}
    </section>
  )
}

function Face({ slide, ratio, onPress }: { slide: Slide; ratio: string; onPress: CarouselProps['onPress'] }) {
  const image = imageUrl(slide.image)
  const body = (
    <>
      {image ? <img src={image} alt="" className={css.image} referrerPolicy="no-referrer" draggable={false} /> : null}
      {slide.title || slide.text ? (
        <span className={cx(css.words, image && css.veiled)}>
          {slide.title ? <span className={css.title}>{slide.title}</span> : null}
          {slide.text ? <span className={css.text}>{slide.text}</span> : null}
        </span>
      ) : null}
    </>
  )
  const style = { aspectRatio: ratio.replace(':', ' / ') }
  if (!onPress)
    return (
      <div className={css.face} style={style}>
        {body}
      </div>
    )
  return (
    <button
      type="button"
      className={css.face}
      style={style}
      aria-label={slide.title ?? slide.text ?? slide.id}
      onClick={() => void onPress({ id: slide.id })}
    >
      {body}
    </button>
  )
}
