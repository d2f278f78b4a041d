//! The graphs room.

use std::collections::HashSet;

use proptest::prelude::*;
use referee::graphs::{self, Code, Enumeration, Graph, families, second};

/// Any graph with up to `most` vertices.
fn any_graph(most: usize) -> impl Strategy<Value = Graph> {
    (0..=most).prop_flat_map(|order| {
        let pairs = order * order.saturating_sub(1) / 2;
        prop::collection::vec(any::<bool>(), pairs).prop_map(move |bits| {
            let pairs = (0..order).flat_map(|w| (0..w).map(move |v| (v, w)));
            Graph::from_edges(order, pairs.zip(bits).filter(|(_, bit)| *bit).map(|(pair, _)| pair))
        })
    })
}

#[test]
fn the_queries_agree_with_the_edges_also_past_a_word() {
    for order in [1, 2, 63, 64, 65, 128, 129, 200] {
        let path = Graph::from_edges(order, (1..order).map(|v| (v - 1, v)));
        assert_eq!(path.size(), order - 1);
        assert!(path.is_tree() && path.is_connected());
        assert_eq!(path.components(), [(0..order).collect::<Vec<_>>()]);
        assert_eq!(path.max_degree(), (order - 1).min(2));
        for v in 0..order {
            let expected = (0..order).filter(|&w| v + 1 == w || w + 1 == v).collect::<Vec<_>>();
            assert_eq!(path.neighbours(v).collect::<Vec<_>>(), expected);
            assert_eq!(path.degree(v), expected.len());
            assert_eq!((0..order).filter(|&w| path.has_edge(v, w)).collect::<Vec<_>>(), expected);
            let far = (0..order).filter(|&w| v + 2 == w || w + 2 == v).count();
            assert_eq!(path.at_distance_2(v), far, "vertex {v} of path {order}");
        }
        assert_eq!(path.rows_u128().is_some(), order <= 128);
    }
}

#[test]
fn the_families_have_the_orders_and_sizes_of_the_books() {
    let facts = [
        ("path", families::path(7), 7, 6, 2),
        ("path without vertices", families::path(0), 0, 0, 0),
        ("cycle", families::cycle(7), 7, 7, 2),
        ("complete", families::complete(7), 7, 21, 6),
        ("bipartite", families::complete_bipartite(3, 4), 7, 12, 4),
        ("star", families::star(7), 8, 7, 7),
        ("double star", families::double_star(3, 5), 10, 9, 6),
        ("caterpillar", families::caterpillar(&[3, 2, 3]), 11, 10, 4),
        ("wheel", families::wheel(7), 8, 14, 7),
        ("grid", families::grid(3, 4), 12, 17, 4),
        ("grid of nothing", families::grid(3, 0), 0, 0, 0),
        ("one column", families::grid(4, 1), 4, 3, 2),
        ("triangular grid", families::triangular_grid(5, 5), 25, 56, 6),
        ("triangular column", families::triangular_grid(4, 1), 4, 3, 2),
    ];
    for (name, graph, order, size, max_degree) in facts {
        let graph = graph.unwrap();
        assert_eq!((graph.order(), graph.size(), graph.max_degree()), (order, size, max_degree), "{name}");
    }
}

#[test]
fn what_a_family_cannot_be_is_said() {
    let facts = [
        (families::cycle(0), "a cycle has at least 3 vertices, not 0"),
        (families::wheel(2), "the rim of a wheel has at least 3 vertices, not 2"),
        (families::caterpillar(&[]), "a caterpillar has at least 1 spine vertex"),
        (families::complete(20_000), "a graph with 20000 vertices is too large; the limit is 16384"),
        (
            families::caterpillar(&[usize::MAX, usize::MAX]),
            "a graph with 18446744073709551615 vertices is too large; the limit is 16384",
        ),
        (
            families::grid(usize::MAX, 3),
            "a graph with 18446744073709551615 vertices is too large; the limit is 16384",
        ),
    ];
    for (refused, message) in facts {
        assert_eq!(refused.unwrap_err().message, message);
    }
}

#[test]
fn graph6_of_known_graphs() {
    // The first is the example of nauty's formats.txt; the others were written by networkx 3.6.1
    // (`nx.to_graph6_bytes(g, header=False)`).
    let facts = [
        ("DQc", Graph::from_edges(5, [(0, 2), (0, 4), (1, 3), (3, 4)])),
        (r"?", families::empty(0).unwrap()),
        (r"@", families::empty(1).unwrap()),
        (r"C~", families::complete(4).unwrap()),
        (r"GhCGKC", families::cycle(8).unwrap()),
        (r"EFz_", families::complete_bipartite(3, 3).unwrap()),
        (r"FsaC?", families::star(6).unwrap()),
        (
            r"}????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????????",
            families::empty(62).unwrap(),
        ),
        (
            r"~??~hCGGC@?G?_@?@??_?G?@??C??G??G??C??@???G???_??@???@????_???G???@????C????G????G????C????@?????G?????_????@?????@??????_?????G?????@??????C??????G??????G??????C??????@???????G???????_??????@???????@????????_???????G???????@????????C????????G????????G????????C????????@?????????G?????????_????????@?????????@??????????_?????????G",
            families::path(63).unwrap(),
        ),
    ];
    for (text, graph) in facts {
        assert_eq!(graphs::read_graph6(text).unwrap(), graph, "{text}");
        assert_eq!(graphs::write_graph6(&graph), text);
        assert_eq!(graphs::read(&format!(">>graph6<<{text}")).unwrap(), graph);
    }
}

#[test]
fn bad_graph6_is_refused_at_its_place() {
    let facts = [
        ("", 0, "the order of the graph is cut off"),
        (">>graph6<<", 10, "the order of the graph is cut off"),
        ("~??", 3, "the order of the graph is cut off"),
        ("~~?????", 7, "the order of the graph is cut off"),
        ("~??~", 4, "graph6 of 63 vertices has 326 bytes after the order, not 0"),
        ("~??}", 0, "the order 62 is written longer than graph6 does"),
        ("~~???}~~", 0, "the order 258047 is written longer than graph6 does"),
        ("~~??????", 0, "the order 0 is written longer than graph6 does"),
        ("~~~~~~~~", 0, "a graph with 68719476735 vertices is too large; the limit is 16384"),
        ("DQ", 2, "graph6 of 5 vertices has 2 bytes after the order, not 1"),
        ("DQcc", 3, "graph6 of 5 vertices has 2 bytes after the order, not 3"),
        ("DQc\n", 3, "graph6 has only the characters ? to ~, not '\\n'"),
        ("Dπc", 1, "graph6 has only the characters ? to ~, not 'π'"),
        (">>graph6<<D c", 11, "graph6 has only the characters ? to ~, not ' '"),
        ("DQd", 2, "the unused bits of the last byte are not 0"),
        (":Fa@x^", 0, "this is sparse6; only graph6 is read"),
        ("&BP_", 0, "this is digraph6; only graph6 is read"),
    ];
    for (text, offset, message) in facts {
        let error = graphs::read_graph6(text).unwrap_err();
        assert_eq!((error.offset, error.message.as_str()), (offset, message), "{text:?}");
    }
}

#[test]
fn adjacency_texts_mean_what_they_say() {
    let triangle = families::cycle(3).unwrap();
    let facts = [
        ("", families::empty(0).unwrap()),
        ("0", families::empty(1).unwrap()),
        (" 2 ", families::empty(3).unwrap()),
        ("0-1-2-0", triangle.clone()),
        ("0-1 1-2 2-0", triangle.clone()),
        ("0-1,1-2,2-0", triangle.clone()),
        ("0:1,2;1:0,2;2:0,1", triangle.clone()),
        (" 0 : 1 , 2 \n 1 - 2 ;; ", triangle.clone()),
        ("0:1,2 1-2", triangle),
        ("0:;1:;2:", families::empty(3).unwrap()),
        ("007-1", Graph::from_edges(8, [(1, 7)])),
    ];
    for (text, graph) in facts {
        assert_eq!(graphs::read_adjacency(text).unwrap(), graph, "{text:?}");
        assert_eq!(graphs::read(text).unwrap(), graph, "{text:?}");
    }
}

#[test]
fn bad_adjacency_texts_are_refused_at_their_place() {
    let facts = [
        ("0-1 1-1", 6, "vertex 1 cannot be its own neighbour"),
        ("3: 1, 3", 6, "vertex 3 cannot be its own neighbour"),
        ("0-", 2, "here the number of a vertex is due"),
        ("0- ;", 3, "here the number of a vertex is due, not ';'"),
        ("0:1,", 4, "here the number of a vertex is due"),
        ("0 -- 1", 3, "here the number of a vertex is due, not '-'"),
        ("0-1 a-b", 4, "here the number of a vertex is due, not 'a'"),
        ("0-1 – 2", 4, "here the number of a vertex is due, not '–'"),
        ("0: 3:1", 4, "here the number of a vertex is due, not ':'"),
        ("0:1-2", 3, "here the number of a vertex is due, not '-'"),
        ("0-16384", 2, "vertex 16384 is too large; the limit is 16383"),
        ("0 99999999999999999999999", 2, "vertex 99999999999999999999999 is too large; the limit is 16383"),
    ];
    for (text, offset, message) in facts {
        let error = graphs::read_adjacency(text).unwrap_err();
        assert_eq!((error.offset, error.message.as_str()), (offset, message), "{text:?}");
    }
}

proptest! {
    #[test]
    fn what_is_written_reads_back(graph in any_graph(70)) {
        prop_assert_eq!(&graphs::read(&graphs::write_graph6(&graph)).unwrap(), &graph);
        prop_assert_eq!(&graphs::read(&graphs::write_adjacency(&graph)).unwrap(), &graph);
    }

    #[test]
    fn no_text_panics(text in "[0-9:;, ~?@A-D-]{0,12}|.{0,12}") {
        for read in [graphs::read, graphs::read_graph6, graphs::read_adjacency] {
            if let Err(error) = read(&text) {
                prop_assert!(text.is_char_boundary(error.offset));
            }
        }
    }

    #[test]
    fn components_are_a_partition_without_edges_between(graph in any_graph(12)) {
        let components = graph.components();
        let parts = components.iter().map(|part| graph.induced(part)).collect::<Vec<_>>();
        prop_assert!(parts.iter().all(Graph::is_connected));
        prop_assert_eq!(parts.iter().map(Graph::order).sum::<usize>(), graph.order());
        prop_assert_eq!(parts.iter().map(Graph::size).sum::<usize>(), graph.size());
        let labels = components.concat();
        let union = parts.iter().fold(Graph::new(0), |union, part| union.disjoint_union(part));
        prop_assert_eq!(union, graph.induced(&labels));
    }
}

#[test]
fn enumerations_have_the_counts_of_the_oeis() {
    // A000055 from 1 on, A000088, A001349 from 1 on.
    let trees = [1, 1, 1, 2, 3, 6, 11, 23, 47, 106, 235, 551, 1301, 3159, 7741, 19320, 48629];
    for (order, count) in (1..).zip(trees) {
        let trees = Enumeration::trees(order).unwrap();
        assert_eq!(trees.iter().filter(Graph::is_tree).count(), count, "trees with {order} vertices");
    }
    for (order, count) in [1, 1, 2, 4, 11, 34, 156, 1044, 12346, 274668].into_iter().enumerate() {
        assert_eq!(Enumeration::graphs(order).unwrap().iter().count(), count, "graphs with {order} vertices");
    }
    for (order, count) in [0, 1, 1, 2, 6, 21, 112, 853, 11117, 261080].into_iter().enumerate() {
        let connected = Enumeration::connected_graphs(order).unwrap();
        assert_eq!(
            connected.iter().filter(Graph::is_connected).count(),
            count,
            "connected, {order} vertices"
        );
    }
    assert_eq!(Enumeration::trees(0).unwrap().iter().count(), 0);
}

/// The canonical codes of graphs of which no two may be isomorphic.
fn codes(graphs: impl IntoIterator<Item = Graph>) -> HashSet<Code> {
    let mut codes = HashSet::new();
    for graph in graphs {
        assert!(codes.insert(graphs::canonical_code_of(&graph).unwrap()), "{graph:?} twice");
    }
    codes
}

#[test]
fn both_enumerations_make_the_same_classes() {
    for order in 0..=7 {
        let all = Enumeration::graphs(order).unwrap();
        assert_eq!(codes(all.iter()), codes(second::graphs(order).unwrap()), "graphs, {order} vertices");
        let connected = Enumeration::connected_graphs(order).unwrap();
        assert_eq!(codes(connected.iter()), codes(second::connected_graphs(order).unwrap()));
    }
    for order in 0..=12 {
        let trees = Enumeration::trees(order).unwrap();
        assert_eq!(codes(trees.iter()), codes(second::trees(order).unwrap()), "trees, {order} vertices");
    }
}

#[test]
fn chunks_make_up_the_sequence_in_any_order_of_work() {
    for enumeration in [Enumeration::trees(13).unwrap(), Enumeration::connected_graphs(8).unwrap()] {
        assert!(enumeration.chunks() > 15);
        let mut chunks = (0..enumeration.chunks())
            .rev()
            .map(|index| enumeration.chunk(index).collect::<Vec<_>>())
            .collect::<Vec<_>>();
        chunks.reverse();
        assert_eq!(chunks.concat(), enumeration.iter().collect::<Vec<_>>());
        assert_eq!(enumeration.chunk(enumeration.chunks()).count(), 0);
        assert_eq!(enumeration.chunk(usize::MAX).count(), 0);
    }
}

#[test]
fn the_sequence_of_an_enumeration_is_as_it_was() {
    // Anything that counts "the first such graph" rests on this.
    let texts =
        |graphs: Enumeration| graphs.iter().map(|graph| graphs::write_graph6(&graph)).collect::<Vec<_>>();
    assert_eq!(texts(Enumeration::trees(6).unwrap()), ["Eh_G", "Ei_G", "Eia?", "EkE?", "Eka?", "Esa?"]);
    assert_eq!(texts(Enumeration::connected_graphs(4).unwrap()), ["CF", "CU", "CV", "C]", "C^", "C~"]);
}

#[test]
fn what_is_too_much_to_enumerate_is_said() {
    let facts = [
        (Enumeration::trees(25).err(), "there are too many trees with 25 vertices; the limit is 24 vertices"),
        (
            Enumeration::graphs(12).err(),
            "there are too many graphs with 12 vertices; the limit is 11 vertices",
        ),
        (
            Enumeration::connected_graphs(usize::MAX).err(),
            "there are too many connected graphs with 18446744073709551615 vertices; the limit is 11 vertices",
        ),
        (second::trees(17).err(), "the second enumeration of trees goes to 16 vertices, not 17"),
        (second::graphs(9).err(), "the second enumeration of graphs goes to 8 vertices, not 9"),
    ];
    for (refused, message) in facts {
        assert_eq!(refused.unwrap().message, message);
    }
}

/// The number of orbits of permutations of the vertices on graphs with vertices of three colours: the mean number
/// of coloured graphs that a permutation keeps (Burnside).
fn coloured_classes(order: usize) -> usize {
    let permutations = permutations(order);
    let kept = permutations.iter().map(|permutation| {
        let cycles = |points: usize, image: &dyn Fn(usize) -> usize| {
            let mut seen = vec![false; points];
            let mut cycles = 0;
            for start in 0..points {
                cycles += !seen[start] as u32;
                let mut at = start;
                while !seen[at] {
                    seen[at] = true;
                    at = image(at);
                }
            }
            cycles
        };
        let pairs = (0..order).flat_map(|w| (0..w).map(move |v| (v, w))).collect::<Vec<_>>();
        let edges = cycles(pairs.len(), &|pair| {
            let (v, w) = (permutation[pairs[pair].0], permutation[pairs[pair].1]);
            pairs.iter().position(|&other| other == (v.min(w), v.max(w))).unwrap()
        });
        2usize.pow(edges) * 3usize.pow(cycles(order, &|v| permutation[v]))
    });
    kept.sum::<usize>() / permutations.len()
}

fn permutations(order: usize) -> Vec<Vec<usize>> {
    let Some(last) = order.checked_sub(1) else { return vec![vec![]] };
    let shorter = permutations(last);
    let insert = |at| {
        shorter.iter().map(move |permutation| {
            let mut longer = permutation.clone();
            longer.insert(at, last);
            longer
        })
    };
    (0..order).flat_map(insert).collect()
}

#[test]
fn codes_are_as_many_as_classes_of_coloured_graphs() {
    for order in 0..=5 {
        let pairs = (0..order).flat_map(|w| (0..w).map(move |v| (v, w))).collect::<Vec<_>>();
        let mut keys = [HashSet::new(), HashSet::new()];
        for edges in 0..1usize << pairs.len() {
            let present = (0..pairs.len()).filter(|i| edges >> i & 1 == 1).map(|i| pairs[i]);
            let rows = Graph::from_edges(order, present).rows_u128().unwrap();
            for colouring in 0..3usize.pow(order as u32) {
                let colours =
                    (0..order).map(|v| (colouring / 3usize.pow(v as u32) % 3) as u8).collect::<Vec<_>>();
                keys[0].insert(graphs::canonical_code(order, &rows, &colours).unwrap());
                keys[1].insert(graphs::sharing_code(order, &rows, &colours));
            }
        }
        // That isomorphic graphs have equal codes makes these at most as many, and that others have not, at least.
        let classes = coloured_classes(order);
        assert_eq!(keys.map(|keys| keys.len()), [classes, classes], "{order} vertices");
    }
}

/// The codes of a coloured graph before and after relabelling.
fn both_codes(
    code: impl Fn(usize, &[u128], &[u8]) -> Option<Code>,
    graph: &Graph,
    colours: &[u8],
    label: &[usize],
) -> [Option<Code>; 2] {
    let mut moved = vec![0; graph.order()];
    for (v, &to) in label.iter().enumerate() {
        moved[to] = colours[v];
    }
    let there = graph.relabelled(label);
    [(graph, colours), (&there, &moved[..])]
        .map(|(graph, colours)| code(graph.order(), &graph.rows_u128().unwrap(), colours))
}

/// Graphs that give a search by refinement something to do: regular, or with many automorphisms.
fn symmetric_graphs() -> Vec<(&'static str, Graph)> {
    let copies =
        |count, graph: &Graph| (1..count).fold(graph.clone(), |union, _| union.disjoint_union(graph));
    let circulant = |order: usize, steps: &[usize]| {
        let edges = steps.iter().flat_map(|step| (0..order).map(move |v| (v, (v + step) % order)));
        Graph::from_edges(order, edges)
    };
    let petersen =
        Graph::from_edges(10, (0..5).flat_map(|v| [(v, (v + 1) % 5), (v, v + 5), (v + 5, (v + 2) % 5 + 5)]));
    // Two strongly regular graphs with the same parameters (16, 6, 2, 2).
    let torus = |near: fn(usize, usize) -> bool| {
        let pairs = (0..16).flat_map(|w| (0..w).map(move |v| (v, w)));
        Graph::from_edges(16, pairs.filter(|(v, w)| near((4 + w / 4 - v / 4) % 4, (4 + w % 4 - v % 4) % 4)))
    };
    let rook = torus(|down, across| (down == 0) != (across == 0));
    let shrikhande =
        torus(|down, across| matches!((down, across), (0, 1 | 3) | (1 | 3, 0) | (1, 1) | (3, 3)));
    let cube = |dimension: u32| {
        let edges = (0..1usize << dimension).flat_map(|v| (0..dimension).map(move |bit| (v, v ^ 1 << bit)));
        Graph::from_edges(1 << dimension, edges)
    };
    vec![
        ("a hundred vertices", Graph::new(100)),
        ("K128", families::complete(128).unwrap()),
        ("C90", families::cycle(90).unwrap()),
        ("K20,20", families::complete_bipartite(20, 20).unwrap()),
        ("an 8 by 8 grid", families::grid(8, 8).unwrap()),
        ("T(11, 11)", families::triangular_grid(11, 11).unwrap()),
        ("twenty edges", copies(20, &families::path(2).unwrap())),
        ("sixteen pentagons", copies(16, &families::cycle(5).unwrap())),
        ("a circulant", circulant(41, &[1, 4, 16, 18, 10])),
        ("the Petersen graph", petersen.clone()),
        ("six Petersen graphs", copies(6, &petersen)),
        ("the 4 by 4 rook's graph", rook.clone()),
        ("the Shrikhande graph", shrikhande.clone()),
        ("four of both", copies(2, &rook.disjoint_union(&shrikhande))),
        ("the cube of dimension 6", cube(6)),
        ("a wheel", families::wheel(60).unwrap()),
    ]
}

#[test]
fn symmetric_graphs_have_codes_and_different_ones() {
    let mut seen = HashSet::new();
    for (name, graph) in symmetric_graphs() {
        // A fixed thorough mixing: multiplication by a number without common factor.
        let order = graph.order();
        let factor =
            (order / 2 + 1..).find(|&factor| (2..=factor).all(|d| factor % d > 0 || order % d > 0)).unwrap();
        let label = (0..order).map(|v| (v * factor + 3) % order).collect::<Vec<_>>();
        let [code, same] = both_codes(graphs::canonical_code, &graph, &vec![0; order], &label);
        assert!(code.is_some(), "the search gave up on {name}");
        assert_eq!(code, same, "{name}");
        assert!(seen.insert(code), "{name} has the code of another graph");
    }
}

#[test]
fn a_search_that_gives_up_still_leaves_an_exact_key() {
    // Points and lines of the projective plane over the field of 7 elements, each by its first coordinate 1.
    let triples = (0..343).map(|index| [index / 49, index / 7 % 7, index % 7]);
    let points = triples.filter(|point| point.iter().find(|&&x| x > 0) == Some(&1)).collect::<Vec<_>>();
    let mut plane = Graph::new(2 * points.len());
    for (v, point) in points.iter().enumerate() {
        for (w, line) in points.iter().enumerate() {
            if point.iter().zip(line).map(|(x, a)| x * a).sum::<usize>() % 7 == 0 {
                plane.add_edge(v, points.len() + w);
            }
        }
    }
    let (rows, colours) = (plane.rows_u128().unwrap(), [0; 114]);
    assert_eq!(graphs::canonical_code(114, &rows, &colours), None);
    let key = graphs::sharing_code(114, &rows, &colours);
    assert_eq!(key, graphs::labelled_code(114, &rows, &colours));
    plane.remove_edge(0, 113);
    plane.add_edge(0, 1);
    assert_ne!(key, graphs::labelled_code(114, &plane.rows_u128().unwrap(), &colours));
}

proptest! {
    #[test]
    fn codes_do_not_depend_on_labels(
        (graph, colours, label) in any_graph(24).prop_flat_map(|graph| {
            let order = graph.order();
            let label = Just((0..order).collect::<Vec<_>>()).prop_shuffle();
            (Just(graph), prop::collection::vec(prop_oneof![0..3u8, any::<u8>()], order), label)
        }),
    ) {
        let [code, same] = both_codes(graphs::canonical_code, &graph, &colours, &label);
        prop_assert!(code.is_some());
        prop_assert_eq!(code, same);
        let [code, same] = both_codes(graphs::tree_code, &graph, &colours, &label);
        prop_assert_eq!(code.is_some(), graph.is_tree());
        prop_assert_eq!(code, same);
        let sharing = |order, rows: &[u128], colours: &[u8]| Some(graphs::sharing_code(order, rows, colours));
        let [code, same] = both_codes(sharing, &graph, &colours, &label);
        prop_assert_eq!(code, same);
    }

    /// Trees by the vertex to which each is attached.
    #[test]
    fn tree_codes_agree_with_canonical_codes(
        parents in prop::collection::vec(any::<prop::sample::Index>(), 0..14),
        colours in prop::collection::vec(0..2u8, 15),
        (more, other) in (any::<prop::sample::Index>(), any::<prop::sample::Index>()),
        label in Just((0..15).collect::<Vec<_>>()).prop_shuffle(),
    ) {
        let order = parents.len() + 1;
        let edges = parents.iter().zip(1..).map(|(parent, v)| (parent.index(v), v));
        let tree = Graph::from_edges(order, edges);
        let colours = &colours[..order];
        let label = label.into_iter().filter(|&v| v < order).collect::<Vec<_>>();
        let [code, same] = both_codes(graphs::tree_code, &tree, colours, &label);
        prop_assert!(code.is_some());
        prop_assert_eq!(&code, &same);
        // The same tree with one leaf more, here or there: equal by one key exactly if by the other.
        let grown = [more.index(order), other.index(order)].map(|v| {
            let mut grown = Graph::from_edges(order + 1, tree.edges());
            grown.add_edge(v, order);
            (grown.rows_u128().unwrap(), [colours, &[0]].concat())
        });
        let by_tree = grown.each_ref().map(|(rows, colours)| graphs::tree_code(order + 1, rows, colours));
        let by_search = grown.each_ref().map(|(rows, colours)| graphs::canonical_code(order + 1, rows, colours));
        prop_assert_eq!(by_tree[0] == by_tree[1], by_search[0] == by_search[1]);
    }
}
