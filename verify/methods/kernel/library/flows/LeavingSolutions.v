(* Starts whose solutions tend to states of a kind have no volume: where solutions that stay near such a state are
   told apart at their start by one number less than there are dimensions, and time does not bring solutions
   together by more than a factor. That solutions exist is not needed, and no flow is built. *)
From Coq Require Import Reals Lra List Lia Cantor.
From Coq Require FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Lengths NullSets NullGraphs Frechet LeavingStarts.
Open Scope R_scope.
Local Arguments to_nat : simpl never.
Local Arguments of_nat : simpl never.

(* What reaches a covered set is covered, if states that are reached are not much nearer than what reaches them. *)
Section Reaching.
Context {S : inner_product_space} {Token : Type} (dim : nat) (reaches : (Token -> S) -> (Token -> S) -> Prop) (L : R).
Hypothesis Lpos : 0 <= L.
Hypothesis Apart : forall x y u v d, reaches x u -> reaches y v -> 0 <= d -> within u d v -> within x (L * d) y.
Definition behind (A : (Token -> S) -> Prop) x := ~ ~ exists u, A u /\ reaches x u.
Lemma covered_behind A v r C : covered dim v A r C ->
  covered dim (L ^ dim * v) (behind A) (fun k => L * r k) (fun k => behind (C k)).
Proof.
  intros [D [Sum Cov]]. split; [|split; [exact (scaled_radii dim L Lpos r v Sum)|]].
  - intro k. destruct (D k) as [R H]. split; [apply Rmult_le_pos; auto|]. intros x y X Y i. apply Rnot_lt_le.
    intro N. apply X. intros [u [Cu Xu]]. apply Y. intros [w [Cw Yw]].
    assert (Q := Apart x y u w (r k) Xu Yw R (H u w Cu Cw) i). lra.
  - intros x X. apply found.
    + intros k No Not. apply No. intro In. exact (In Not).
    + intro None. apply X. intros [u [Au Xu]]. destruct (Cov u Au) as [k K]. apply None. exists k. intro Not.
      apply Not. exists u. split; [exact K | exact Xu].
Qed.
End Reaching.

Section Solutions.
Context {S : inner_product_space} {Token : Type} (tokens : list Token) (B : list S) (dim : nat)
  (runs : (R -> Token -> S) -> Prop) (factor_at : R -> R).
Hypothesis Tokens : enumerates tokens.
Hypothesis Frame : forall x, x = vtotal B (fun e => vscale (inner e x) e).
Hypothesis One : forall e, In e B -> inner e e = 1.
Hypothesis Dim : (0 < dim)%nat.
Hypothesis Unit : forall x, runs x -> forall i, inner (x 0 i) (x 0 i) = 1.
Hypothesis Later : forall x s, runs x -> 0 <= s -> runs (fun t => x (s + t)).
Hypothesis Fpos : forall t, 0 <= factor_at t.
Hypothesis Back : forall x y t d, runs x -> runs y -> 0 <= t -> 0 <= d -> within (x t) d (y t) ->
  within (x 0) (factor_at t * d) (y 0).
Let state := Token -> S.
Let K := list_prod tokens B.
Let part (x : state) (k : Token * S) : R := inner (snd k) (x (fst k)).
Definition remains_near (p : state) r (x : R -> state) := runs x /\ forall t, 0 <= t -> within p r (x t).
(* Solutions that stay near p are told apart by one number less than there are dimensions. *)
Definition thin_for_solutions (p : state) := exists r L (A : list (Token * S -> R)), 0 < r /\ 0 <= L /\
  length A = (dim - 1)%nat /\ forall x y d, remains_near p r x -> remains_near p r y -> 0 <= d ->
  (forall a, In a A -> Rabs (form tokens B a (fun i => vsub (x 0 i) (y 0 i))) <= d) -> within (x 0) (L * d) (y 0).

(* The sets, by codes: in which box solutions stay, by which numbers they are told apart, how well, and how late. *)
Definition begins_there (j : nat) (u : state) := exists x, runs x /\ x 0 = u /\
  forall t, 0 <= t -> box K (wide (digit 0 j)) (digit 1 j) (part (x t)).
Definition numbers_told (j : nat) : list (state -> R) :=
  map (fun g u => g (part u)) (combinations (dim - 1) K (digit 2 j)).
Definition well_told (j : nat) :=
  told_apart (INR (digit 3 j) + 1) (INR (digit 3 j)) (numbers_told j) (begins_there j).
Definition told_there (j : nat) (u : state) := begins_there j u /\ well_told j.
Definition reached (j : nat) (x0 u : state) := exists x, runs x /\ x 0 = x0 /\ x (INR (digit 4 j)) = u.
Definition leads_there (j : nat) := behind (reached j) (told_there j).

Lemma leads_there_null : null dim (fun x0 => exists j, leads_there j x0).
Proof.
  set (few := fun j eps => eps / (factor_at (INR (digit 4 j)) ^ dim + 1)).
  set (b := fun j => INR (digit 3 j) + 1). set (L := fun j => INR (digit 3 j)).
  apply (null_union dim leads_there
    (fun eps j k => factor_at (INR (digit 4 j)) * graph_radius dim (b j) (L j) (numbers_told j) (few j eps) k)
    (fun eps j k => behind (reached j) (graph_cover dim (b j) (L j) (numbers_told j) (told_there j) (few j eps) k))).
  intros j eps He. assert (P := pos_INR (digit 3 j)). set (f := factor_at (INR (digit 4 j))).
  assert (F0 : 0 <= f ^ dim) by (apply pow_le, Fpos).
  apply (covered_less dim (f ^ dim * few j eps)).
  - apply (covered_behind dim (reached j) f (Fpos _)).
    + intros x0 y0 u v d [x [Rx [<- <-]]] [y [Ry [<- <-]]] D W. apply Back; auto. apply pos_INR.
    + apply covered_graph.
      * unfold numbers_told. rewrite map_length, combinations_length. lia.
      * unfold b. lra.
      * exact P.
      * split; [intros x g [X T] I; exact (proj1 T x g X I)|]. intros x y d [X T] [Y _]. exact (proj2 T x y d X Y).
      * apply Rdiv_lt_0_compat; [exact He|]. fold f. lra.
  - unfold few. fold f. apply Rmult_le_reg_r with (f ^ dim + 1); [lra|].
    replace (f ^ dim * (eps / (f ^ dim + 1)) * (f ^ dim + 1)) with (f ^ dim * eps) by (field; lra). lra.
Qed.
Lemma leads_somewhere x p : runs x -> thin_for_solutions p ->
  (forall eps, 0 < eps -> exists T, forall t, T <= t -> within p eps (x t)) -> exists j, leads_there j (x 0).
Proof.
  intros X [r [L [A [R0 [L0 [Len Thin]]]]]] Ends.
  assert (n0 := size_positive tokens Tokens). set (n := size tokens) in *.
  assert (B0 : 0 <= size B) by (apply total_nonneg; intro; lra).
  assert (K0 : 0 <= size K) by (apply total_nonneg; intro; lra).
  set (eps := / (2 * (n * L * size K + 1))).
  assert (NL : 0 <= n * L * size K) by (repeat apply Rmult_le_pos; lra).
  assert (E0 : 0 < eps) by (apply Rinv_0_lt_compat; lra).
  assert (E1 : n * L * size K * eps <= 1 / 2).
  { apply Rmult_le_reg_r with (2 * (n * L * size K + 1)); [lra|]. unfold eps. rewrite Rmult_assoc, Rinv_l; lra. }
  destruct (combinations_near K A eps E0) as [c Code]. rewrite Len in Code.
  assert (Wide : exists m, size B * (2 * wide m) <= r).
  { destruct (nfloor_ex (size B * 2 / r)) as [m [_ M]].
    { apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat, R0]. }
    exists m. unfold wide. assert (P := pos_INR m). apply Rmult_le_reg_r with (INR m + 1); [lra|].
    replace (size B * (2 * / (INR m + 1)) * (INR m + 1)) with (size B * 2 / r * r) by (field; lra).
    rewrite (Rmult_comm r). apply Rmult_le_compat_r; lra. }
  destruct Wide as [m M]. assert (Wm : 0 < wide m).
  { apply Rinv_0_lt_compat. assert (P := pos_INR m). lra. }
  destruct (box_around K (wide m) (part p) Wm) as [a Ha].
  destruct (Ends (wide m / 2)) as [T0 HT]; [lra|].
  destruct (nfloor_ex (Rabs T0)) as [N [_ HN]]; [apply Rabs_pos|].
  assert (TN : T0 <= INR (Datatypes.S N)) by (rewrite S_INR; assert (Q := Rle_abs T0); lra).
  assert (F0 : 0 <= 2 * n * L) by (repeat apply Rmult_le_pos; lra).
  destruct (combinations_bound (dim - 1) K c) as [bd [Bd0 Bd]].
  destruct (nfloor_ex (2 * n * L + bd) ltac:(lra)) as [h [_ Hh]].
  destruct (coded m a c (Datatypes.S h) (Datatypes.S N) O O) as [j [D0 [D1 [D2 [D3 [D4 _]]]]]].
  assert (Near_p : box K (wide m) a (part p)).
  { apply Ha. intros k _. rewrite Rminus_diag_eq, Rabs_R0 by reflexivity. lra. }
  assert (H1 : 2 * n * L + bd <= INR (Datatypes.S h)) by (rewrite S_INR; lra).
  exists j. intro Not. apply Not. exists (x (INR (digit 4 j))). split.
  2: { exists x. auto. }
  split.
  - exists (fun t => x (INR (digit 4 j) + t)). split; [apply Later; [exact X | apply pos_INR]|].
    split; [rewrite Rplus_0_r; reflexivity|]. intros t Ht. rewrite D0, D1, D4. apply Ha. intros k I.
    assert (W := HT (INR (Datatypes.S N) + t) ltac:(lra)).
    assert (Q : Rabs (part (fun i => vsub (x (INR (Datatypes.S N) + t) i) (p i)) k) <= wide m / 2).
    { apply (part_bound tokens B One); [exact I|]. exact W. }
    unfold part in *. cbv beta in Q. unfold vsub in Q. rewrite inner_add_r, inner_scale_r in Q.
    match goal with |- Rabs (?u - ?v) <= _ => replace (u - v) with (u + -1 * v) by ring end. exact Q.
  - unfold well_told, numbers_told. rewrite D2, D3. split.
    + intros y g [z [Rz [<- _]]] I. apply in_map_iff in I. destruct I as [h' [<- I]].
      apply Rle_trans with bd; [|lra]. apply Bd; [exact I|]. intros k J. apply (part_bound tokens B One); [exact J|].
      intro i. unfold vnorm. rewrite (Unit z Rz i), sqrt_1. lra.
    + intros y z d [u [Ru [<- Eu]]] [v [Rv [<- Ev]]] D Near. rewrite D0, D1 in Eu, Ev.
      assert (Stay : forall q, runs q -> (forall t, 0 <= t -> box K (wide m) a (part (q t))) -> remains_near p r q).
      { intros q Q E. split; [exact Q|]. intros t Ht i. eapply Rle_trans; [|exact M].
        apply (parts_near tokens B Tokens Frame One _ _ (2 * wide m)); [lra|].
        exact (box_width K _ a _ _ (E t Ht) Near_p). }
      set (T := total tokens (fun i => vnorm (vsub (u 0 i) (v 0 i)))).
      assert (Tp : 0 <= T) by (apply total_nonneg; intro; apply vnorm_nonneg).
      assert (Each : forall i, vnorm (vsub (u 0 i) (v 0 i)) <= T).
      { intro i. apply (total_at_least tokens (fun i => vnorm (vsub (u 0 i) (v 0 i)))); [apply Tokens|].
        intro. apply vnorm_nonneg. }
      assert (Diff : forall k, part (fun i => vsub (u 0 i) (v 0 i)) k = part (u 0) k - part (v 0) k).
      { intro k. unfold part, vsub. rewrite inner_add_r, inner_scale_r. ring. }
      assert (W : within (u 0) (L * (d + size K * eps * T)) (v 0)).
      { apply Thin; auto; [apply Rplus_le_le_0_compat; [exact D|]; repeat apply Rmult_le_pos; try lra; exact Tp|].
        intros g G. unfold form. apply (Code (part (fun i => vsub (u 0 i) (v 0 i))) T d Tp D); [| |exact G].
        - intros k I. apply (part_bound tokens B One); auto.
        - intros h' I. replace (h' (part (fun i => vsub (u 0 i) (v 0 i)))) with (h' (part (u 0)) - h' (part (v 0))).
          + apply (Near (fun x => h' (part x))). apply in_map_iff. exists h'. auto.
          + rewrite <- (combinations_sub _ K c h' I). f_equal.
            apply FunctionalExtensionality.functional_extensionality. intro k. symmetry. apply Diff. }
      assert (Sum : T <= n * (L * (d + size K * eps * T))).
      { unfold T at 1. unfold n, size. rewrite <- total_scale_r. apply total_le. intro i. rewrite Rmult_1_l.
        rewrite vnorm_opposite. apply W. }
      assert (Half : n * L * size K * eps * T <= 1 / 2 * T) by (apply Rmult_le_compat_r; auto).
      assert (Td : T <= 2 * n * L * d) by lra.
      intro i. rewrite vnorm_opposite. eapply Rle_trans; [apply Each|]. eapply Rle_trans; [exact Td|].
      apply Rmult_le_compat_r; lra.
Qed.
Theorem tends_to_thin_null : null dim (fun x0 => exists x, runs x /\ x 0 = x0 /\
  exists p, ~ ~ thin_for_solutions p /\
    forall eps, 0 < eps -> exists T, forall t, T <= t -> within p eps (x t)).
Proof.
  apply (null_part dim _ _ leads_there_null). intros x0 [x [X [<- [p [Thin Ends]]]]].
  apply found; [intros j J No; apply J; intro M; exact (M No)|]. intro No. apply Thin. intro T.
  destruct (leads_somewhere x p X T Ends) as [j J]. apply No. exists j. exact J.
Qed.
End Solutions.
