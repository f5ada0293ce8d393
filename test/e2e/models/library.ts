const SYSTEMS = [
  'Alder',
  'Birch',
  'Cedar',
  'Dogwood',
  'Elm',
  'Fir',
  'Ginkgo',
  'Hazel',
  'Ivy',
  'Juniper',
  'Larch',
  'Maple',
];
const METHODS = ['bounded queues', 'credit-based back pressure', 'load shedding', 'adaptive batching'];

/** Made-up papers on one subject, with full text, so that a run has something to read. */
export const RECORDS: readonly object[] = SYSTEMS.map((name, n) => {
  const method = METHODS[n % METHODS.length]!;
  const figure = 10 + n * 3;
  return {
    id: `arxiv:23${String(n).padStart(2, '0')}.0${1000 + n}`,
    title: `${name}: ${method} for stream processors under overload`,
    authors: [`${name} Author`, 'Second Author'],
    year: 2015 + (n % 9),
    url: `https://arxiv.org/abs/23${String(n).padStart(2, '0')}.0${1000 + n}`,
    abstract: `Stream processors lose messages or fall behind when the load is higher than they can serve. We present ${name}, a stream processor with ${method}. In our evaluation ${name} lowers the tail latency by ${figure} % against an unbounded queue. The memory it needs grows with the number of partitions.`,
    references: [],
    sections: [
      {
        title: '1 Introduction',
        text: `A stream processor has to decide what happens when messages arrive faster than it can serve them. Earlier systems keep every message in an unbounded queue, which makes latency grow without limit. We argue that ${method} is the better choice for operators that keep state.`,
      },
      {
        title: '2 Method',
        text: `${name} places ${method} between any two operators of the data flow. Each operator announces how much it can take, and its upstream neighbour never sends more than that. The limit is adapted every second from the measured service rate.`,
      },
      {
        title: '3 Evaluation',
        text: `We compare ${name} with an unbounded queue on two data sets and three loads. The tail latency falls by ${figure} % at the highest load, and throughput falls by ${n % 4} %. In contrast to earlier work, ${name} loses no message at any load we tried.`,
      },
      {
        title: '4 Limitations',
        text: `Our evaluation uses one cluster of eight machines, so we cannot say how ${method} behaves over wide-area links. The approach needs a known upper bound on the size of a message.`,
      },
    ],
  };
});

export const TOPIC = 'bounded queues and back pressure in stream processors under overload';
