import type { PictureSet } from '#shared/fields.ts';

interface Props {
  picture: PictureSet;
  alt: string;
  /** Its width on the page, as in the `sizes` attribute. */
  sizes: string;
  /** The page's first picture, which loads at once; all others load lazily. */
  first?: boolean;
  className?: string;
}

/** A picture in the width that the screen needs, with its space reserved until it has loaded. */
export function Picture({ picture, alt, sizes, first = false, className }: Props) {
  return (
    <picture>
      {picture.avif && <source type="image/avif" srcSet={picture.avif} sizes={sizes} />}
      <img
        className={className}
        src={picture.src}
        srcSet={picture.srcSet}
        sizes={sizes}
        width={picture.width}
        height={picture.height}
        alt={alt}
        loading={first ? 'eager' : 'lazy'}
        decoding="async"
        {...(first ? { fetchPriority: 'high' as const } : {})}
      />
    </picture>
  );
}
