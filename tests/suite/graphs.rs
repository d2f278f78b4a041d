//! The graphs room.

use proptest::prelude::*;
use referee::graphs::{self, Enumeration, Graph, families};

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
    for (order, count) in [1, 1, 2, 4, 11, 34, 156, 1044, 12346].into_iter().enumerate() {
        assert_eq!(Enumeration::graphs(order).unwrap().iter().count(), count, "graphs with {order} vertices");
    }
    for (order, count) in [0, 1, 1, 2, 6, 21, 112, 853, 11117].into_iter().enumerate() {
        let connected = Enumeration::connected_graphs(order).unwrap();
        assert_eq!(
            connected.iter().filter(Graph::is_connected).count(),
            count,
            "connected, {order} vertices"
        );
    }
    assert_eq!(Enumeration::trees(0).unwrap().iter().count(), 0);
}
