/** Frame with a page of another site. The response must permit this frame. */
export function EmbedFrame({ title, src }: { title: string; src: string }) {
  return (
    <iframe
      title={title}
      src={src}
      loading="lazy"
      referrerPolicy="no-referrer"
      sandbox="allow-scripts allow-same-origin allow-popups"
      className="h-[32rem] w-full rounded-control border border-line bg-surface"
    />
  );
}
