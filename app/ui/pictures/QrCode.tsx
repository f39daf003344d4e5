/** QR code, dark on white in every theme, as cameras require. `path` covers the dark squares of a grid of `size`. */
export const QrCode = ({ code: { size, path }, label }: { code: { size: number; path: string }; label: string }) => (
  <svg
    role="img"
    aria-label={label}
    viewBox={`0 0 ${size} ${size}`}
    shapeRendering="crispEdges"
    className="size-48 max-w-full rounded-control"
  >
    <rect width={size} height={size} fill="#fff" />
    <path d={path} stroke="#000" />
  </svg>
);
