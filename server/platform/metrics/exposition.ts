/** Prometheus' text format, version 0.0.4: what is measured, with its help and type, a sample a line. */

export const MEDIA_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export interface Sample {
  /** Added to the metric's name: a histogram's '_bucket', '_sum' and '_count'. */
  suffix?: string;
  labels?: Readonly<Record<string, string>>;
  value: number;
}

export interface Metric {
  name: string;
  help: string;
  type: 'counter' | 'gauge' | 'histogram';
  samples: readonly Sample[];
}

export const exposition = (metrics: readonly Metric[]): string =>
  metrics.flatMap((metric) => [...headOf(metric), ...metric.samples.map(lineOf(metric.name)), '']).join('\n');

const headOf = ({ name, help, type }: Metric): string[] => [
  `# HELP ${name} ${escaped(help)}`,
  `# TYPE ${name} ${type}`,
];

const lineOf =
  (name: string) =>
  ({ suffix = '', labels = {}, value }: Sample): string => {
    const pairs = Object.entries(labels).map(
      ([label, text]) => `${label}="${escaped(text).replaceAll('"', '\\"')}"`,
    );
    return `${name}${suffix}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${numberText(value)}`;
  };

const escaped = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');

function numberText(value: number): string {
  if (Number.isFinite(value)) return String(value);
  return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf';
}
