import { percentText, signedPercentText } from '~/platform/text/percent';
import { cx } from '../cx';
import { Change } from '../tables/Data';
import { Table } from '../tables/Table';
import { ChartFigures } from './ChartReadout';
import { type Rect, squarify } from './geometry/squarify';

/** Area of a treemap; `bps` is its change in basis points. */
export type Tile = {
  id: string;
  label: string;
  name: string;
  weight: number;
  bps: number;
  size: string;
  moves?: string;
};
export type TileGroup = { title?: string; tiles: readonly Tile[] };

/** Layout in units that scale with the frame. Its proportions are between those of a phone and a desktop. */
const FRAME_SIZE: Rect = { x: 0, y: 0, width: 132, height: 110 };
/** Fixed height of the frame, and its minimum widths on a phone and on a desktop, in pixels. */
const HEIGHT = 480;
const MIN_WIDTHS_PX = { phone: 290, desk: 900 };
/** Height of a group's title in units of `FRAME_SIZE`, slightly more than a line of text. */
const TITLE_HEIGHT = 5.4;
/** Default change in basis points from which a tile has the full colour; volatile markets use another one. */
const FULL_COLOUR_CHANGE_BPS = 200;

/**
 * Treemap with areas by weight and colours by change, with signed changes and a table. `fullFrom` is the change in
 * basis points from which a tile has the full colour.
 */
export function Treemap(props: { groups: readonly TileGroup[]; label: string; sizedBy: string; fullFrom?: number }) {
  const { fullFrom = FULL_COLOUR_CHANGE_BPS } = props;
  const groups = props.groups
    .map((group) => ({ ...group, tiles: group.tiles.toSorted((a, b) => b.weight - a.weight) }))
    .sort((a, b) => weightOf(b) - weightOf(a));
  const frames = squarify(groups.map(weightOf), FRAME_SIZE);
  const tiles = groups.flatMap((group) => group.tiles.map((tile) => ({ ...tile, group: group.title })));
  const [best, worst] = [tiles.toSorted((a, b) => b.bps - a.bps)[0], tiles.toSorted((a, b) => a.bps - b.bps)[0]];
  if (!best || !worst) return null;
  return (
    <figure className="flex flex-col gap-2">
      <svg role="img" aria-label={props.label} className="h-[30rem] w-full overflow-hidden rounded-control">
        {groups.map((group, index) => (
          <Group key={group.title ?? index} {...group} frame={frames[index] as Rect} fullFrom={fullFrom} />
        ))}
      </svg>
      <Legend fullFrom={fullFrom} />
      <figcaption className="text-sm text-muted">
        {props.label}. When this was drawn {best.name} had risen most ({signedChangeText(best.bps)}) and {worst.name}{' '}
        fallen most ({signedChangeText(worst.bps)}). The larger the tile, the larger the {props.sizedBy.toLowerCase()}.
        Tiles too small for a name or a change have both in the figures below.
      </figcaption>
      <ChartFigures>
        <Table
          caption={props.label}
          rows={tiles}
          rowKey={({ id }) => id}
          columns={[
            { header: 'Name', cell: ({ label, name }) => (label === name ? name : `${name} (${label})`) },
            ...(groups[0]?.title ? [{ header: 'Group', cell: (tile: (typeof tiles)[number]) => tile.group }] : []),
            { header: props.sizedBy, align: 'end' as const, cell: ({ size }) => size },
            { header: 'Change', align: 'end' as const, cell: (tile) => <TileChange {...tile} /> },
          ]}
        />
      </ChartFigures>
    </figure>
  );
}

function Group({ title, tiles, frame, fullFrom }: TileGroup & { frame: Rect; fullFrom: number }) {
  const top = title ? Math.min(TITLE_HEIGHT, frame.height / 3) : 0;
  const inner = { ...frame, y: frame.y + top, height: frame.height - top };
  const pieces = squarify(
    tiles.map(({ weight }) => weight),
    inner,
  );
  return (
    <>
      {title && (
        <svg {...placementOf({ ...frame, height: top })} aria-hidden="true">
          <text x="4" y="15" className={cx('fill-muted text-xs font-semibold', titleVisibilityClass(title, frame))}>
            {title}
          </text>
        </svg>
      )}
      {tiles.map((tile, index) => (
        <TileView key={tile.id} tile={tile} piece={pieces[index] as Rect} fullFrom={fullFrom} />
      ))}
    </>
  );
}

/** Returns the class that shows a title only where it fits, if letters are about 7 px wide. */
const titleVisibilityClass = (title: string, { width }: Rect): string =>
  visibilityClass((narrowest) => (narrowest * width) / FRAME_SIZE.width > 7 * title.length + 8);

const visibilityClass = (fits: (narrowest: number) => boolean) =>
  fits(MIN_WIDTHS_PX.phone) ? 'inline' : fits(MIN_WIDTHS_PX.desk) ? 'hidden lg:inline' : 'hidden';

const TileChange = ({ bps, moves }: Pick<Tile, 'bps' | 'moves'>) => (
  <span data-moves={moves}>
    <Change bps={bps} />
  </span>
);

function TileView(props: { tile: Tile; piece: Rect; fullFrom: number }) {
  const { tile, piece, fullFrom } = props;
  const { label, name, bps, size, moves } = tile;
  const down = (piece.height * HEIGHT) / FRAME_SIZE.height;
  const fits = (letters: string, lines: number) =>
    visibilityClass(
      (narrowest) => 7 * letters.length + 6 <= (narrowest * piece.width) / FRAME_SIZE.width && 17 * lines <= down,
    );
  const symbol = fits(label, 1);
  const change = fits(signedChangeText(bps), 2);
  // Moved up if the change is shown below it.
  const lift = { inline: '-translate-y-2', 'hidden lg:inline': 'lg:-translate-y-2', hidden: '' }[change];
  const { text, size: letters, drop } = chooseDesktopLabel(name, label, piece);
  const onPhone = symbol === 'inline' ? 'lg:hidden' : 'hidden';
  return (
    <svg {...placementOf(piece)} aria-hidden="true" data-moves={moves}>
      <title>{`${name}: ${signedChangeText(bps)}, ${size}`}</title>
      <rect width="100%" height="100%" className="fill-surface" />
      <rect width="100%" height="100%" className={cx('stroke-page', changeColour(bps, fullFrom))} strokeWidth="2" />
      <text
        {...CENTRED_TEXT}
        className={cx('fill-ink text-xs font-semibold', text === label ? `${symbol} ${letters}` : onPhone, lift)}
      >
        {label}
      </text>
      {text !== label && (
        <text {...CENTRED_TEXT} className={cx('hidden fill-ink text-xs font-semibold lg:inline', lift, letters)}>
          {text}
        </text>
      )}
      <text {...CENTRED_TEXT} className={cx('translate-y-2 fill-ink text-xs', drop, change)}>
        {signedChangeText(bps)}
      </text>
    </svg>
  );
}

const CENTRED_TEXT = { x: '50%', y: '50%', textAnchor: 'middle', dominantBaseline: 'middle' } as const;

/** Letter sizes on a desktop in pixels, by the smallest tile, with the offset of the change below the centre. */
const LETTER_SIZES = [
  { px: 30, area: 900, size: 'lg:text-3xl', drop: 'lg:translate-y-5' },
  { px: 20, area: 200, size: 'lg:text-xl', drop: 'lg:translate-y-3' },
  { px: 12, area: 0, size: '', drop: '' },
] as const;

function chooseDesktopLabel(name: string, label: string, { width, height }: Rect) {
  const [across, down] = [(width * MIN_WIDTHS_PX.desk) / FRAME_SIZE.width, (height * HEIGHT) / FRAME_SIZE.height];
  const fits = (text: string, px: number) => 0.68 * px * text.length + 12 <= across && 1.5 * px + 24 <= down;
  const sizes = LETTER_SIZES.filter(({ area }) => width * height >= area);
  const named = sizes.slice(0, 2).find(({ px }) => px > 12 && fits(name, px));
  if (named) return { text: name, ...named };
  return { text: label, ...(sizes.find(({ px }) => fits(label, px)) ?? LETTER_SIZES[2]) };
}

const Legend = ({ fullFrom }: { fullFrom: number }) => (
  <div aria-hidden="true" className="flex items-center gap-2 text-sm text-muted">
    fell {percentText(fullFrom)} or more
    <svg aria-hidden="true" viewBox="0 0 84 12" className="h-3 w-21">
      {[-3, -2, -1, 0, 1, 2, 3].map((step, at) => (
        <rect key={step} x={at * 12} width="11" height="12" className={changeColour(step * fullFrom, 3 * fullFrom)} />
      ))}
    </svg>
    rose {percentText(fullFrom)} or more
  </div>
);

/** Returns the colour of a change in basis points, in three steps that keep text legible. */
export function changeColour(bps: number, fullFrom = FULL_COLOUR_CHANGE_BPS): string {
  const strength = Math.min(3, Math.round((2.7 * Math.abs(bps)) / fullFrom));
  if (!strength) return 'fill-well';
  return cx(
    bps > 0 ? 'fill-profit' : 'fill-loss',
    ['', '[fill-opacity:.14]', '[fill-opacity:.26]', '[fill-opacity:.4]'][strength],
  );
}

const signedChangeText = (bps: number): string => `${bps > 0 ? '▲ ' : bps < 0 ? '▼ ' : ''}${signedPercentText(bps)}`;

const weightOf = ({ tiles }: TileGroup): number => tiles.reduce((sum, { weight }) => sum + weight, 0);

const percentageOf = (part: number, whole: number): string => `${Number(((100 * part) / whole).toFixed(3))}%`;

const placementOf = ({ x, y, width, height }: Rect) => ({
  x: percentageOf(x, FRAME_SIZE.width),
  y: percentageOf(y, FRAME_SIZE.height),
  width: percentageOf(width, FRAME_SIZE.width),
  height: percentageOf(height, FRAME_SIZE.height),
});
