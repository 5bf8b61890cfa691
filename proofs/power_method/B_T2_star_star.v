(* B-T2**: almost every start of the Oja map comes to consensus at the first eigenvector or its opposite. *)
From Coq Require Import Reals Lra List FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Families NullSets NullSections Exchange OjaMap OjaOrbits OjaAlmost.
Open Scope R_scope.

Section Oja.
Context {U : inner_product_space} {Token Mode : Type} (tokens : list Token) (modes : list Mode) (same : Mode -> Mode -> R)
  (V : U -> U) (tau kappa : R) (e : Mode -> U).
Hypotheses (Norm : forall a, inner (V a) (V a) <= kappa ^ 2 * inner a a) (Kpos : 0 <= kappa) (Small : tau * kappa < 1)
  (ET : enumerates tokens) (Sym : adjoint V V) (Tpos : 0 < tau)
  (Span : forall a, a = vtotal modes (fun k => vscale (inner (e k) a) (e k))).
Let Expands a : a = vtotal (map e modes) (fun b => vscale (inner b a) b).
Proof.
  apply inner_ext. intro u. rewrite inner_vtotal_l, total_map, (Span a) at 1. rewrite inner_vtotal_l.
  apply total_ext. intro m. rewrite !inner_scale_l. reflexivity.
Qed.
Let Same_map := printed_same_map tokens V tau ET Sym.
Lemma one_limit (x : nat -> Token -> U) : (forall i, inner (x O i) (x O i) = 1) ->
  (forall k i, vnorm (moved tokens V tau (x k) i) <> 0 /\ x (S k) i = printed_map tokens V tau (x k) i) ->
  exists z, (forall i, inner (z i) (z i) = 1) /\ (forall i j, inner (z i) (z j) <= 1) /\ forall i, layers_vtend (fun k => x k i) (z i).
Proof.
  intros Start Orbit.
  destruct (orbit_has_limit tokens V tau kappa x ET Sym Tpos Start Kpos Norm Small) with (T := map e modes) as [z [Z [Tends _]]].
  - intros k i. rewrite (proj2 (Orbit k i)), <- Same_map. reflexivity.
  - exact Expands.
  - exists z. destruct (unit_printed z Z) as [_ Near]. auto.
Qed.
Let apart (a b : U) := inner (vsub a b) (vsub a b).
Hypotheses
  (Lengths : forall x y w : U, inner x x = 1 -> inner y y = 1 -> inner (vadd x (vscale tau w)) (vadd x (vscale tau w)) -
    inner (vadd y (vscale tau w)) (vadd y (vscale tau w)) = 2 * tau * inner w (vsub x y))
  (Distance : forall a b : U, 0 < inner a a -> 0 < inner b b ->
    apart (vscale (/ vnorm a) a) (vscale (/ vnorm b) b) = (apart a b - (vnorm a - vnorm b) ^ 2) / (vnorm a * vnorm b)).
Lemma almost_all lam nu d v : d = size modes -> 2 <= d -> kronecker same -> (forall a b, inner (e a) (e b) = same a b) ->
  inner v v = 1 -> V v = vscale lam v -> 0 < lam -> (forall z, inner z v = 0 -> inner (V z) z <= nu * inner z z) -> nu < lam ->
  size tokens <> 2 \/ (exists z, inner z v = 0 /\ 0 < inner (V z) z) ->
  for_almost_every tokens (fun x0 => exists x : nat -> Token -> U, (forall i, x O i = x0 i) /\
    (forall k i, vnorm (moved tokens V tau (x k) i) <> 0 /\ x (S k) i = printed_map tokens V tau (x k) i) /\
    ((forall i, layers_vtend (fun k => x k i) v) \/ forall i, layers_vtend (fun k => x k i) (vscale (-1) v))).
Proof.
  intros Size Two Same Orth Vv Ev Lpos Across Gap Second.
  assert (One : of_length_one (map e modes)).
  { intros b I. apply in_map_iff in I. destruct I as [m [<- _]]. rewrite Orth. apply Same. }
  assert (Len : (2 <= length (map e modes))%nat).
  { rewrite map_length. apply INR_le. rewrite <- size_length. simpl INR. lra. }
  exists (map e modes). split; [exact One|]. split; [exact Expands|].
  apply (null_part _ _ _ (gathers_from_almost_every_start tokens V tau kappa (map e modes) ET Sym Tpos Kpos Norm Small
    (expansion_resolves _ Expands) One Len v lam nu Vv Ev Lpos Gap Across Second Lengths Distance)).
  intros x0 [Unit Not]. split; [exact Unit|]. intro Gathers. apply Not.
  exists (fun k => Nat.iter k (oja tokens V tau) x0). split; [reflexivity|]. split; [|exact Gathers].
  intros k i. assert (On := iterates_unit tokens V tau kappa ET Tpos Kpos Norm Small x0 k Unit). split.
  - exact (unit_has_value tokens V tau kappa ET Sym Tpos Kpos Norm Small _ i On).
  - exact (f_equal (fun f => f (Nat.iter k (oja tokens V tau) x0) i) Same_map).
Qed.
End Oja.
