/** Another site's page in a frame of its own; its answer must be allowed to be framed. */
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
