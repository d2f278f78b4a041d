//! The graphs room.

use referee::graphs::Graph;

#[test]
fn the_queries_agree_with_the_edges_also_past_a_word() {
    for order in [1, 2, 63, 64, 65, 128, 129, 200] {
        let cycle = Graph::from_edges(order, (1..order).map(|v| (v - 1, v)));
        assert_eq!(cycle.size(), order - 1);
        assert!(cycle.is_tree() && cycle.is_connected());
        assert_eq!(cycle.components(), [(0..order).collect::<Vec<_>>()]);
        assert_eq!(cycle.max_degree(), (order - 1).min(2));
        for v in 0..order {
            let expected = (0..order).filter(|&w| v + 1 == w || w + 1 == v).collect::<Vec<_>>();
            assert_eq!(cycle.neighbours(v).collect::<Vec<_>>(), expected);
            assert_eq!(cycle.degree(v), expected.len());
            assert_eq!((0..order).filter(|&w| cycle.has_edge(v, w)).collect::<Vec<_>>(), expected);
            let far = (0..order).filter(|&w| v + 2 == w || w + 2 == v).count();
            assert_eq!(cycle.at_distance_2(v), far, "vertex {v} of path {order}");
        }
        assert_eq!(cycle.rows_u128().is_some(), order <= 128);
    }
}
