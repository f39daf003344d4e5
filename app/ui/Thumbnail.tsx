/** A small picture that a user uploaded, leading to the whole of it in a tab of its own. `alt` says what it is a picture of. */
export function Thumbnail({ src, alt }: { src: string; alt: string }) {
  return (
    <a
      href={src}
      target="_blank"
      rel="noreferrer"
      className="block w-fit rounded-control border border-line bg-well print:hidden"
    >
      <img src={src} alt={alt} loading="lazy" className="max-h-72 w-full rounded-control object-contain" />
    </a>
  );
}
