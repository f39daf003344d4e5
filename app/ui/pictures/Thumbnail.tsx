import { cx } from '../cx';

/** Small version of an uploaded picture, linked to the full size. Its frame has the same size before it is loaded. */
export function Thumbnail({ src, alt, small }: { src: string; alt: string; small?: boolean }) {
  return (
    <a
      href={src}
      target="_blank"
      rel="noreferrer"
      className="block w-fit rounded-control border border-line bg-well print:hidden"
    >
      <img
        src={src}
        alt={alt}
        loading="lazy"
        className={cx('rounded-control object-contain', small ? 'size-20' : 'h-60 w-80 max-w-full')}
      />
    </a>
  );
}
