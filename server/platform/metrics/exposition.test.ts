import { expect, it } from 'vitest';
import { exposition } from './exposition.ts';

it('writes help, type and samples, a line each, and ends with a line break', () => {
  const text = exposition([
    { name: 'a', help: 'Of one.', type: 'gauge', samples: [{ value: 1.5 }] },
    {
      name: 'b',
      help: 'Of several.',
      type: 'histogram',
      samples: [
        { suffix: '_bucket', labels: { le: '+Inf' }, value: 2 },
        { suffix: '_count', value: 2 },
      ],
    },
  ]);
  expect(text).toBe(
    [
      '# HELP a Of one.',
      '# TYPE a gauge',
      'a 1.5',
      '',
      '# HELP b Of several.',
      '# TYPE b histogram',
      'b_bucket{le="+Inf"} 2',
      'b_count 2',
      '',
    ].join('\n'),
  );
});

it('escapes what would end a label or a line, and names what is no number', () => {
  const samples = [
    { labels: { route: 'a"b\\c\nd', method: 'GET' }, value: Number.NaN },
    { value: Number.POSITIVE_INFINITY },
    { value: Number.NEGATIVE_INFINITY },
  ];
  const lines = exposition([{ name: 'a', help: 'x\ny"', type: 'counter', samples }]).split('\n');
  expect(lines).toEqual([
    '# HELP a x\\ny"',
    '# TYPE a counter',
    'a{route="a\\"b\\\\c\\nd",method="GET"} NaN',
    'a +Inf',
    'a -Inf',
    '',
  ]);
});
