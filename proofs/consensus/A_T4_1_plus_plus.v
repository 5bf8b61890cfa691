(* Any rooted mask: the analysis is Rooted.v, here it is held against the claim. *)
From Coq Require Import Reals Lra List Lia.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Complete Graphs Systems Inferences Masked Rooted.
Open Scope R_scope.

Section Flow.
Context {Space : inner_product_space} {Token Head : Type} (tokens : list Token) (heads : list Head)
  (N : Token -> Token -> R) (alpha : R -> Head -> Token -> Token -> R) (p : Space) (W : Space -> Space)
  (y : R -> Token -> Space) (same : Token -> Token -> R).
Hypothesis Comp : complete Space.
Hypothesis ET : enumerates tokens.
Hypothesis Mask : indicator N.
Hypothesis Same : kronecker same.
Hypothesis Unit : forall i, inner (y 0 i) (W (y 0 i)) = 1.
Hypothesis PW : positive W.
Hypothesis CW : coercive W.
Hypothesis AW : adjoint W W.
Hypothesis Pole : inner p (W p) = 1.
Hypothesis Inside : forall i, 0 < inner (W p) (y 0 i).
Hypothesis Pos : forall t, 0 <= t -> forall a i j, 0 <= alpha t a i j.
Let weight t i j := total heads (fun a => alpha t a i j).
Hypothesis Flow : forall t i, 0 <= t -> is_vderive (fun s => y s i) t
  (vsub (vtotal tokens (fun j => vscale (N i j) (vscale (weight t i j) (y t j))))
    (vscale (inner (y t i) (W (vtotal tokens (fun j => vscale (N i j) (vscale (weight t i j) (y t j))))))
      (y t i))).
Let w t i j := N i j * weight t i j.
Let edge i j := N i j = 1.
Let U := weighted Space W PW.
Let All : lists tokens := proj2 (proj2 ET).
Let rows H := forall t, 0 <= t -> forall i, total tokens (fun j => N i j * weight t i j) <= H.
Let edges m := forall t, 0 <= t -> forall i j, 0 <= N i j * (weight t i j - m).
Let starts sigma := forall i, sigma <= inner (W p) (y 0 i).
(* What everybody reaches, as the claim says it. *)
Let below_all r := forall f : Token -> R, (forall i j, 0 <= N i j * (f i - f j)) ->
  forall i, f r <= f i.

Lemma round_flow : weighted_flow (S := U) tokens w (fun x => x) y.
Proof.
  intros t i T. unfold weighted_pull, U. rewrite vtotal_weighted.
  replace (@vtotal Space Token tokens (fun j => @vscale (weighted Space W PW) (w t i j) (y t j)))
    with (vtotal tokens (fun j => vscale (N i j) (vscale (weight t i j) (y t j)))).
  - exact (vderive_weighted Space W PW (fun t => y t i) t _ (Flow t i T)).
  - change (@vscale (weighted Space W PW)) with (@vscale Space). apply (inner_ext (S := Space)). intro z.
    rewrite !(inner_vtotal_l (S := Space)). apply total_ext. intro j.
    rewrite !(inner_scale_l Space). unfold w. ring.
Qed.
Lemma round_rows H : rows H -> rows_below tokens w H.
Proof.
  intros R. split; [|intros t i T; exact (R t T i)]. intros t i j T. apply Rmult_le_pos.
  - destruct (Mask i j) as [-> | ->]; lra.
  - apply total_nonneg. intro a. auto.
Qed.
Lemma round_starts sigma : starts sigma -> forall i, sigma <= @inner U p (y 0 i).
Proof. intros S i. change (sigma <= inner p (W (y 0 i))). rewrite <- (proj1 PW). apply S. Qed.
Lemma some_margin : exists sigma, 0 < sigma /\ starts sigma.
Proof.
  destruct (least_positive tokens (fun i => inner (W p) (y 0 i)) Inside) as [s [S H]].
  exists s. split; [auto|]. intro i. apply H, All.
Qed.
Lemma round_edges m : edges m -> forall t i j, 0 <= t -> edge i j -> m <= w t i j.
Proof.
  intros E t i j T Q. specialize (E t T i j). unfold edge in Q. unfold w. rewrite Q in *. lra.
Qed.
Lemma no_edge t i j : 0 <= t -> ~ edge i j -> w t i j = 0.
Proof. intros _ Q. unfold w. destruct (Mask i j) as [-> | E]; [ring | contradiction]. Qed.
Lemma below_sees r : below_all r <-> forall i, sees edge i r.
Proof.
  split; intros B.
  - apply least_at_root. intros f F. apply B. intros i j.
    destruct (Mask i j) as [Z | E]; rewrite ?Z, ?E; [lra|]. specialize (F i j E). lra.
  - intros f F i. apply (sees_decreases edge f); [|apply B]. intros a b E. specialize (F a b).
    unfold edge in E. rewrite E in F. lra.
Qed.
(* ------------------------------------------------------------------ parts of the claim *)

Section Fast.
Context (r : Token) (m H sigma eps : R) (depth level : Token -> R).
Hypothesis M : 0 < m <= H.
Hypothesis Sigma : 0 < sigma.
Hypothesis Eps : 0 < eps.
Hypothesis Edges : edges m.
Hypothesis Rows : rows H.
Hypothesis Starts : starts sigma.
Hypothesis Within : forall i, 0 <= depth i /\ ((same i r = 1 /\ depth i = 0 /\ level i <= 1) \/
  exists j, N i j = 1 /\ depth i = depth j + 1 /\ depth i * level i <= m * sigma ^ 2 / H * level j).
Hypothesis Far : forall i, 2 * exp 1 * eps <= level i.
Let ratio := m * sigma / (H / sigma).
Lemma walk_of_depth n i : depth i < INR n + 1 -> exists k, reaches edge r k i /\ depth i = INR k /\
  level i <= ratio ^ k / INR (fact k).
Proof.
  assert (Q : 0 < ratio) by (unfold ratio; repeat apply Rdiv_lt_0_compat;
    try apply Rmult_lt_0_compat; try apply Rdiv_lt_0_compat; lra).
  revert i. induction n as [|n IH]; intros i L; destruct (Within i) as [D [[S [Z V]]|[j [E [Dj V]]]]].
  1, 3: apply (same_is tokens same ET Same) in S; subst i; exists 0%nat; simpl; split; [apply here|];
    split; [auto | lra].
  - exfalso. assert (Dj0 := proj1 (Within j)). simpl in L. lra.
  - destruct (IH j) as [k [K [DK LK]]]; [rewrite S_INR in L; lra|]. exists (S k).
    split; [apply (step edge r k i j E K)|]. split; [rewrite S_INR; lra|].
    assert (F := INR_fact_lt_0 k). assert (P := pos_INR k).
    rewrite fact_simpl, mult_INR, S_INR. apply Rmult_le_reg_l with (INR k + 1); [lra|].
    replace ((INR k + 1) * (ratio ^ S k / ((INR k + 1) * INR (fact k))))
      with (ratio * (ratio ^ k / INR (fact k))) by (simpl; field; lra).
    rewrite <- DK, <- Dj. eapply Rle_trans; [exact V|].
    replace (m * sigma ^ 2 / H) with ratio by (unfold ratio; field; lra).
    apply Rmult_le_compat_l; lra.
Qed.
Lemma arrives_all i : arrives edge r (m * sigma) (H / sigma) eps i.
Proof.
  intro Q. apply Q. destruct (nfloor_ex (depth i) (proj1 (Within i))) as [n [_ L]].
  destruct (walk_of_depth n i L) as [k [K [_ V]]]. exists k. split; [exact K|].
  unfold shrinkage. fold ratio. specialize (Far i). assert (E := exp_pos 1). assert (F := INR_fact_lt_0 k).
  apply Rmult_le_reg_l with (2 * exp 1); [lra|].
  replace (2 * exp 1 * (ratio ^ k / (2 * exp 1 * INR (fact k)))) with (ratio ^ k / INR (fact k)) by (field; lra).
  lra.
Qed.
Lemma eps_range : 0 < eps <= 1 / 2.
Proof.
  split; [auto|]. assert (B := pull_bounds U (Token := Token) y p H sigma Unit Pole Sigma
    (round_starts sigma Starts) m r M).
  apply Rnot_lt_le. intro L. apply (arrives_all r). intros [k [_ Q]].
  assert (R := shrinkage_range k _ _ (proj1 B) (proj2 B)). lra.
Qed.
Lemma fast t i j : 0 <= t -> sqrt (inner (vsub (y t i) (y t j)) (W (vsub (y t i) (y t j)))) <=
  2 / sigma * exp (eps - eps * H / sigma * t).
Proof.
  intros T. assert (Q := round_exponential U tokens w y p H sigma edge All round_flow (round_rows H Rows)
    Unit Pole Sigma (round_starts sigma Starts) m eps r M (round_edges m Edges) eps_range arrives_all t i j T).
  eapply Rle_trans; [exact Q|]. right. rewrite Rmult_assoc, <- exp_plus. do 2 f_equal. unfold Rdiv. ring.
Qed.
End Fast.
Lemma decays r m H sigma eps depth level : m <= H /\ (edges m /\ rows H) /\ starts sigma /\
    (forall i, 0 <= depth i /\ ((same i r = 1 /\ depth i = 0 /\ level i <= 1) \/
      exists j, N i j = 1 /\ depth i = depth j + 1 /\ depth i * level i <= m * sigma ^ 2 / H * level j)) /\
    (forall i, 2 * exp 1 * eps <= level i) -> 0 < m -> 0 < sigma -> 0 < eps -> forall t, 0 <= t -> forall i j,
  sqrt (inner (vsub (y t i) (y t j)) (W (vsub (y t i) (y t j)))) <= 2 / sigma * exp (eps - eps * H / sigma * t).
Proof.
  intros [MH [[Ed Ro] [St [Wi Fa]]]] M S E t T i j. apply (fast r m H sigma eps depth level); auto.
Qed.

Section Where.
Context (r : Token) (m H : R).
Hypothesis M : 0 < m.
Hypothesis HH : 0 < H.
Hypothesis Edges : edges m.
Hypothesis Rows : rows H.
Hypothesis Root : below_all r.
Lemma fewer_edges : edges (Rmin m H).
Proof.
  intros t T i j. specialize (Edges t T i j). assert (L := Rmin_l m H).
  destruct (Mask i j) as [E|E]; rewrite E in *; lra.
Qed.
(* Some margin, some depth and what it takes off. *)
Lemma some_rate : exists sigma eps, 0 < sigma /\ starts sigma /\ 0 < eps <= 1 / 2 /\
  forall i, arrives edge r (Rmin m H * sigma) (H / sigma) eps i.
Proof.
  destruct some_margin as [sigma [S Starts]].
  destruct (root_depth edge tokens r All (proj1 (below_sees r) Root)) as [D HD].
  assert (B := pull_bounds U (Token := Token) y p H sigma Unit Pole S (round_starts sigma Starts)
    (Rmin m H) r (conj (Rmin_glb_lt _ _ _ M HH) (Rmin_r m H))).
  exists sigma, (shrinkage D (Rmin m H * sigma) (H / sigma)).
  split; [exact S|]. split; [exact Starts|]. split; [apply shrinkage_range; apply B|].
  intros i F. apply (HD i). intro K. apply F. exists D. split; [exact K | lra].
Qed.
Let Least : 0 < Rmin m H <= H := conj (Rmin_glb_lt _ _ _ M HH) (Rmin_r m H).
Lemma limit : exists z, inner z (W z) = 1 /\ (forall i, vtends (fun t => y t i) z) /\
  forall xi, (forall k, below_all k -> inner (W xi) (y 0 k) <= 0) -> inner (W xi) z <= 0.
Proof.
  destruct some_rate as [sigma [eps [S [Starts [Eps Arr]]]]].
  destruct (round_limit U tokens w y p H sigma edge All round_flow (round_rows H Rows) Unit Pole S
    (round_starts sigma Starts) (Rmin m H) eps r Least (round_edges _ fewer_edges) Eps Arr
    (complete_weighted Space W PW CW Comp)) as [l [L [K [k [Kp F]]]]].
  exists l. split; [exact L|].
  assert (T : forall i, vtends (fun t => y t i) l).
  { intro i. apply (tends_of_decay W PW (fun t => y t i) l K k CW Kp). intros t T. apply F. exact T. }
  split; [exact T|]. intros xi Q. rewrite (proj1 PW).
  apply (round_location U tokens w y p H sigma edge All round_flow (round_rows H Rows) Unit S
    (round_starts sigma Starts) xi l r).
  - exact no_edge.
  - apply (below_sees r), Root.
  - intros e E. assert (P := exp_small K k (e / 2)).
    assert (K0 : 0 <= K).
    { specialize (F 0 r ltac:(lra)). rewrite Rmult_0_r, exp_0, Rmult_1_r in F.
      eapply Rle_trans; [apply (@vnorm_nonneg U) | exact F]. }
    destruct (P K0 Kp ltac:(lra)) as [n Hn]. exists (INR n). split; [apply pos_INR|]. intros t Tn.
    assert (T0 : 0 <= t) by (assert (V := pos_INR n); lra).
    rewrite Rminus_0_r, Rabs_right by (apply Rle_ge, (@vnorm_nonneg U)).
    apply Rle_lt_trans with (e / 2); [|lra]. eapply Rle_trans; [apply F, T0|].
    eapply Rle_trans; [|apply (Hn n (le_n n))]. apply Rmult_le_compat_l; [auto|]. apply exp_le.
    assert (k * INR n <= k * t) by (apply Rmult_le_compat_l; lra). lra.
  - intros a A. change (inner xi (W (y 0 a)) <= 0). rewrite <- (proj1 PW). apply Q, below_sees, A.
Qed.
Hypothesis Alone : forall j, same r j = 1 \/ N r j = 0.
Lemma at_rest t : 0 <= t -> y t r = y 0 r.
Proof.
  intros T. apply (round_rest U tokens w y H All round_flow (round_rows H Rows) Unit r t); [|exact T].
  intros s j S. destruct (Alone j) as [E|E].
  - left. exact (same_is tokens same ET Same r j E).
  - right. unfold w. rewrite E. ring.
Qed.
End Where.
Lemma gathers r m H : (edges m /\ rows H) /\ below_all r -> 0 < m -> 0 < H ->
  exists z, inner (W z) z = 1 /\ (forall i, vtends (fun t => y t i) z) /\
    forall xi, (forall k, below_all k -> inner (W xi) (y 0 k) <= 0) -> inner (W xi) z <= 0.
Proof.
  intros [[Ed Ro] Root] M HH. destruct (limit r m H M HH Ed Ro Root) as [z [Z V]]. exists z. rewrite AW. auto.
Qed.
(* A root that sees no other token stays where it is, and so does the point to which all tokens tend. *)
Lemma lone_root r m H : (forall r m, 0 < m -> forall H, 0 < H -> (edges m /\ rows H) /\ below_all r ->
    exists z, inner (W z) z = 1 /\ (forall i, vtends (fun t => y t i) z) /\
      forall xi, (forall k, below_all k -> inner (W xi) (y 0 k) <= 0) -> inner (W xi) z <= 0) ->
  (edges m /\ rows H) /\ below_all r /\ (forall j, same r j = 1 \/ N r j = 0) -> 0 < m -> 0 < H ->
  exists z, y 0 r = z /\ (forall t, 0 <= t -> y t r = z) /\ forall i, vtends (fun t => y t i) z.
Proof.
  intros Gathers [[Ed Ro] [Root Alone]] M HH. assert (Rest := at_rest r H Ro Alone).
  destruct (Gathers r m M H HH (conj (conj Ed Ro) Root)) as [z [_ [V _]]].
  assert (Z : vnorm (vsub (y 0 r) z) = 0).
  { destruct (vnorm_nonneg (vsub (y 0 r) z)) as [P|E]; [|symmetry; exact E]. destruct (V r _ P) as [T [T0 F]].
    specialize (F T (Rle_refl T)). cbv beta in F. rewrite (Rest T T0), Rminus_0_r, Rabs_right in F by (left; exact P). lra. }
  assert (E : y 0 r = z) by exact (equal_by_square _ _ _ eq_refl (sqrt_eq_0 _ (inner_nonneg _ _) Z)).
  exists z. split; [exact E|]. split; [|exact V]. intros t T. rewrite <- E. exact (Rest t T).
Qed.

Lemma common H sigma least : rows H /\ starts sigma /\ (forall j, 0 <= least j) /\
    (forall t, 0 <= t -> forall i j, same i j = 1 \/ least j <= N i j * weight t i j) -> 0 < sigma ->
  forall t, 0 <= t -> forall i j, sqrt (inner (vsub (y t i) (y t j)) (W (vsub (y t i) (y t j)))) <=
    2 / sigma * exp (-1 * sigma * total tokens (fun k => least k) * t).
Proof.
  intros [Rows [Starts [L0 L]]] S t T i j.
  replace (-1 * sigma * total tokens (fun k => least k) * t) with (- (sigma * total tokens least) * t)
    by (change (fun k => least k) with least; ring).
  apply (round_common U tokens w y p H sigma All round_flow (round_rows H Rows) Unit Pole S
    (round_starts sigma Starts) least t i j L0); [|exact T].
  intros s a c S0. destruct (L s S0 a c) as [E|E]; [left | right; exact E].
  exact (same_is tokens same ET Same a c E).
Qed.
Let closed_set (A : Token -> R) :=
  (forall i, A i = 0 \/ A i = 1) /\ forall i j, A i * N i j * (1 - A j) = 0.
Lemma closed_weights A : closed_set A -> forall t i j, 0 <= t -> A i = 1 -> ~ A j = 1 -> w t i j = 0.
Proof.
  intros [Z C] t i j T Ai Aj. specialize (C i j). destruct (Z j) as [E|E]; [|contradiction].
  rewrite Ai, E in C. unfold w. replace (N i j) with 0 by lra. ring.
Qed.
Lemma rootless_sets : ~ (exists r, below_all r) -> exists A B : Token -> R,
  closed_set A /\ closed_set B /\ (forall i, A i * B i = 0) /\
  (exists i, A i = 1) /\ exists i, B i = 1.
Proof.
  intros None. destruct (rootless edge tokens ET) as [v [u D]].
  { intros [r R]. apply None. exists r. apply below_sees, R. }
  set (seen a i := if sees_dec edge a i then 1 else 0).
  assert (C : forall a, closed_set (seen a)).
  { intro a. split; intro i; unfold seen; [destruct (sees_dec edge a i); auto|]. intro j.
    destruct (sees_dec edge a i) as [I|]; [|ring]. destruct (sees_dec edge a j) as [|J]; [ring|].
    destruct (Mask i j) as [E|E]; rewrite E; [ring|]. destruct (J (sees_closed edge a i j I E)). }
  assert (O : forall a, seen a a = 1).
  { intro a. unfold seen. destruct (sees_dec edge a a) as [|F]; [auto | destruct (F (sees_itself edge a))]. }
  exists (seen v), (seen u). repeat split; try apply C; eauto.
  intro i. unfold seen. destruct (sees_dec edge v i) as [I|]; [|ring].
  destruct (sees_dec edge u i) as [J|]; [destruct (D i I J) | ring].
Qed.
Lemma apart H sigma A B e : rows H /\ starts sigma /\ closed_set A /\ closed_set B /\
    (forall i, 0 <= A i * (inner (W e) (y 0 i) - inner (W p) (y 0 i))) /\
    (forall i, 0 <= B i * (-1 * inner (W e) (y 0 i) - inner (W p) (y 0 i))) -> inner e (W e) = 1 -> 0 < sigma ->
  forall t, 0 <= t -> forall i j, A i * B j = 1 ->
  2 * sigma <= sqrt (inner (vsub (y t i) (y t j)) (W (vsub (y t i) (y t j)))).
Proof.
  intros [Rows [Starts [CA [CB [SA SB]]]]] E S t T i j AB.
  assert (Ai : A i = 1) by (destruct (proj1 CA i) as [Z|Z]; [rewrite Z in AB; lra | exact Z]).
  assert (Bj : B j = 1) by (destruct (proj1 CB j) as [Z|Z]; [rewrite Z in AB; lra | exact Z]).
  apply (round_apart U tokens w y p H sigma All round_flow (round_rows H Rows) Unit S
    (round_starts sigma Starts) (fun i => A i = 1) (fun i => B i = 1) e); auto.
  - intro k. apply Req_EM_T.
  - intro k. apply Req_EM_T.
  - exact (closed_weights A CA).
  - exact (closed_weights B CB).
  - intros k Ak. specialize (SA k). change (inner p (W (y 0 k)) <= inner e (W (y 0 k))).
    rewrite <- !(proj1 PW). rewrite Ak in SA. lra.
  - intros k Bk. specialize (SB k). change (inner p (W (y 0 k)) <= - inner e (W (y 0 k))).
    rewrite <- !(proj1 PW). rewrite Bk in SB. lra.
Qed.
End Flow.
